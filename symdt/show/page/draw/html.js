/**
 * Small makers of HTML and SVG elements. Text enters as text nodes only.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|null|undefined|false} Child */

/** What is written of a number of pixels: one decimal; other values as they are. @param {any} value @returns {string} */
export function rounded(value) {
  return typeof value === "number" && !Number.isInteger(value) ? value.toFixed(1) : `${value}`;
}

/** The text of a path, its numbers rounded. @param {TemplateStringsArray} texts @param {...any} values @returns {string} */
export function pen(texts, ...values) {
  return String.raw({ raw: texts }, ...values.map(rounded));
}

/** A path through points. @param {number[][]} points @returns {string} */
export function through(points) {
  return "M" + points.map((p) => p.map(rounded).join(" ")).join("L");
}

/** @param {Element} node @param {Object<string, any>} attributes */
function dress(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : rounded(value));
  }
}

/** @param {Child[]} children @returns {(Node|string)[]} */
function present(children) {
  return /** @type {(Node|string)[]} */ (children.filter((c) => c !== null && c !== undefined && c !== false));
}

/**
 * An HTML element; attributes that start with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Object<string, any>} attributes @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Object<string, any>} attributes @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/** A button. @param {string} text @param {() => void} onclick @param {Object<string, any>} attributes @returns {HTMLButtonElement} */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** A panel of the page, named by its heading. @param {string} name @param {Child[]} title @param {...Child} children @returns {HTMLElement} */
export function panel(name, title, ...children) {
  const id = `${name}-title`;
  return h("section", { class: `panel ${name}`, "aria-labelledby": id }, h("h2", { id }, ...title), ...children);
}

/** @typedef {[keyof SVGElementTagNameMap, Object<string, any>]} Drawn a shape: its tag and its attributes */

/**
 * Shapes in a group, elements used again from frame to frame: only attributes that changed are set, so that
 * the browser styles and lays out only what moved.
 */
export class Shapes {
  /** @param {Object<string, any>} attributes of the group */
  constructor(attributes = {}) {
    this.g = s("g", attributes);
    /** @type {{node: SVGElement, tag: string, attributes: Object<string, any>}[]} */
    this.held = [];
  }

  /** @param {Drawn[]} shapes */
  draw(shapes) {
    shapes.forEach(([tag, attributes], k) => {
      const held = this.held[k];
      if (held?.tag === tag) {
        for (const key of Object.keys(held.attributes)) if (!(key in attributes)) held.node.removeAttribute(key);
        for (const key of Object.keys(attributes)) if (held.attributes[key] !== attributes[key]) held.node.setAttribute(key, rounded(attributes[key]));
        held.attributes = attributes;
        return;
      }
      const node = s(tag, attributes);
      if (held) held.node.replaceWith(node);
      else this.g.append(node);
      this.held[k] = { node, tag, attributes };
    });
    while (this.held.length > shapes.length) this.held.pop()?.node.remove();
  }
}

/** Set the text of an element where it changed. @param {Element} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Set attributes where they changed. @param {Element} node @param {Object<string, any>} attributes */
export function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (node.getAttribute(key) !== rounded(value)) node.setAttribute(key, rounded(value));
}

/** Type as small as a formula's width asks; where that is not enough its place scrolls, is reached by keys and says what it is. @param {HTMLElement} root @param {string} name */
export function fitted(root, name) {
  root.style.fontSize = "";
  const share = root.clientWidth / root.scrollWidth;
  if (share < 1) root.style.fontSize = `${Math.max(62, Math.floor(97 * share))}%`;
  if (root.scrollWidth > root.clientWidth) set(root, { tabindex: 0, role: "group", "aria-label": name });
  else for (const key of ["tabindex", "role", "aria-label"]) root.removeAttribute(key);
}

/** Line styles, so that colour is never alone. */
export const DASHES = ["", "7 3", "7 3 2 3", "2 3", "8 2 2 2 2 2", "12 4", "4 2", "1 3"];

/** @param {number} i the place of the action @returns {{ink: string, fill: string, dash: string, hatch: number}} */
export function look(i) {
  return {
    ink: `var(--ink${i % 8})`,
    fill: `var(--fill${i % 8})`,
    dash: DASHES[(i + Math.floor(i / 8)) % 8],
    hatch: (i + Math.floor(i / 8)) % 8,
  };
}

/** A label in SVG, a letter with its index. @param {Object<string, [string, string, string]>} names @param {string} name @returns {SVGTSpanElement[]} */
export function spans(names, name) {
  const parts = names[name];
  if (!parts) return [s("tspan", {}, name)];
  const found = [s("tspan", { "font-style": "italic" }, parts[0])];
  if (parts[2]) found.push(s("tspan", { dy: "-0.4em", "font-size": "0.72em" }, parts[2]));
  if (parts[1]) found.push(s("tspan", { dy: parts[2] ? "0.7em" : "0.3em", "font-size": "0.72em" }, parts[1]));
  return found;
}

/** Text width in ems, near enough to lay out labels. @param {string} text @returns {number} */
export function ems(text) {
  return [...text].reduce((sum, c) => sum + (/[ilj.,:;'|!()ftI ]/.test(c) ? 0.3 : /[mwMW—]/.test(c) ? 0.8 : 0.52), 0);
}
