/**
 * Take away: figures as SVG and PNG, the point as CSV, the rule at the point as LaTeX, a link, the command.
 */
import { digits } from "#exact/attitude.js";
import { Along } from "#exact/contest.js";
import { button, ems, h, look, panel, pen, s, spans } from "#draw/html.js";
import { toTex } from "#draw/math.js";
import { windowOf } from "#panels/lines.js";

/** @typedef {import("#shell.js").Shell} Page */

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-family", "font-size", "font-style", "paint-order"];

/** @typedef {{svg: SVGSVGElement, actions: number[], keys?: Set<number>, lines: boolean, foot: string}} Figure what is drawn; the actions of its key, shown by lines or by areas, and those of them that it numbers; its condition */

/** Heading, key and condition stand beside a figure on the page; away from it they stand in it. @param {Page} page @param {SVGSVGElement} copy @param {Figure} figure @param {CSSStyleDeclaration} style */
function captioned(page, copy, { svg, actions, keys, lines, foot }, style) {
  const [width, height] = ["width", "height"].map((k) => Number(svg.getAttribute(k))), { record } = page.state, top = 24;
  const text = { "font-family": style.fontFamily, "font-size": "13px", fill: style.color };
  /** @type {SVGElement[]} */
  const below = [];
  let [x, y] = [8, height + 16];
  for (const a of actions) {
    const number = keys?.has(a) ? `${a + 1} ` : "", wide = 44 + ems(number + page.setter.plain(record.actions[a])) * 13;
    if (x > 8 && x + wide > width) [x, y] = [8, y + 18];
    const ink = getComputedStyle(page.place).getPropertyValue(`--ink${a % 8}`).trim();
    below.push(lines
      ? s("path", { d: pen`M${x} ${y - 4}h28`, stroke: ink, "stroke-width": 1.8, fill: "none", "stroke-dasharray": look(a).dash || null })
      : s("rect", { x, y: y - 11, width: 28, height: 13, fill: page.paint(a), stroke: style.color, "stroke-width": 0.6 }));
    below.push(s("text", { ...text, x: x + 33, y }, number, ...spans(record.raw.names, record.actions[a])));
    x += wide;
  }
  if (actions.length) y += 18;
  const most = Math.max(20, Math.floor(width / 6));
  for (const line of foot.match(new RegExp(`.{1,${most}}(?:\\s|$)`, "g")) ?? []) {
    below.push(s("text", { ...text, "font-size": "12px", x: 8, y }, line.trim()));
    y += 16;
  }
  const heading = s("text", { ...text, "font-size": "14px", x: 8, y: 15 - top }, svg.querySelector("title")?.textContent ?? "");
  copy.append(heading, ...below);
  for (const [k, v] of Object.entries({ viewBox: `0 ${-top} ${width} ${y + top - 8}`, height: y + top - 8 })) copy.setAttribute(k, `${v}`);
}

/** A figure that stands alone: every style resolved to an attribute. @param {Page} page @param {Figure} figure @returns {string} */
export function standalone(page, figure) {
  const { svg } = figure, copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((node, i) => {
    const style = getComputedStyle(node), target = to[i];
    target.removeAttribute("class");
    if (["title", "desc", "g", "svg", "pattern", "defs"].includes(node.localName)) return;
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" || name === "fill" || name === "stroke") target.setAttribute(name, value);
    }
    if (node.classList.contains("cross")) target.remove();
  });
  captioned(page, copy, figure, getComputedStyle(svg));
  // patterns live in the page; the copy takes along those it uses
  const defs = document.createElementNS(svg.namespaceURI ?? "", "defs"), used = new Set();
  for (const node of copy.querySelectorAll("[fill^='url']")) {
    const id = /#([^")]+)/.exec(node.getAttribute("fill") ?? "")?.[1];
    if (id) {
      used.add(id);
      node.setAttribute("fill", `url(#${id})`);
    }
  }
  for (const id of used) {
    const pattern = /** @type {Document|ShadowRoot} */ (svg.getRootNode()).querySelector(`[id="${id}"]`);
    if (!pattern) continue;
    const own = /** @type {Element} */ (pattern.cloneNode(true));
    [...own.querySelectorAll("*")].forEach((node, i) => {
      const style = getComputedStyle(pattern.querySelectorAll("*")[i]);
      for (const name of STYLES.slice(0, 5)) node.setAttribute(name, style.getPropertyValue(name));
      node.removeAttribute("class");
    });
    defs.append(own);
  }
  copy.prepend(defs);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const name of ["class", "tabindex", "role", "aria-roledescription"]) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

/** Rows as CSV that no spreadsheet evaluates: an apostrophe before what looks like a formula, as symdt.files.csv_cell does. @param {string[][]} rows @returns {string} */
export function cells(rows) {
  const cell = (/** @type {string} */ t) => {
    if (/^'*[=+\-@\s＝＋－＠]/.test(t) && !(+t < 0)) t = "'" + t; // a number is no formula
    return /[",\r\n]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t;
  };
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The panel of exports. */
export class Take {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.status = h("p", { class: "note", role: "status" });
    this.command = h("code");
    this.link = h("a", { href: "#" }, "link to this point");
    const figures = [...page.figures].flatMap(([name, figure]) => [button(`${name}, SVG`, () => this.save(name, standalone(page, figure()), "image/svg+xml", "svg")), button(`${name}, PNG`, () => this.png(name, figure()))]);
    this.root = panel("take", ["Take away"],
      h("p", { class: "buttons" }, ...figures, button("point, CSV", () => this.save("point", this.csv(), "text/csv", "csv")),
        ...(page.state.record.letters.length ? [button("rule here, LaTeX", () => page.copy(this.latex(), "the LaTeX of the rule at this point")), button("rule, LaTeX", () => page.copy(page.rule?.latex() || this.latex(), "the LaTeX of the rule"))] : []),
        button("copy the link", () => page.copy(location.href.replace(/#.*/, "") + page.state.hash(), "the link"))),
      h("p", {}, "The same from the command line: ", this.command, " ", button("copy", () => page.copy(this.command.textContent ?? "", "the command"))),
      h("p", {}, this.link), this.status);
    page.said = (text) => (this.status.textContent = text);
  }

  update() {
    const { state } = this.page, { record } = state;
    const at = [...(record.raw.fixed ? [record.raw.fixed] : []), ...record.letters.map((_, i) => `${record.told(i)}=${state.told(i)}`)].join(",");
    this.command.textContent = `symdt solve ${record.raw.file}${at ? ` --at "${at}"` : ""}`;
    this.link.setAttribute("href", state.hash());
  }

  /** @param {string} name @param {string|Blob} content @param {string} type @param {string} suffix */
  save(name, content, type, suffix) {
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const url = URL.createObjectURL(blob), file = `${this.page.state.record.raw.file.replace(/\.\w+$/, "") || "symdt"}-${name}.${suffix}`;
    h("a", { href: url, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.status.textContent = `saved ${file}`;
  }

  /** @param {string} name @param {Figure} figure */
  async png(name, figure) {
    const image = new Image(), scale = 3;
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(standalone(this.page, figure));
    await image.decode();
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    const canvas = h("canvas", { width, height }), context = canvas.getContext("2d");
    if (!context) return;
    context.fillStyle = getComputedStyle(this.page.place).backgroundColor;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    canvas.toBlob((blob) => blob && this.save(name, blob, "image/png", "png"));
  }

  /** @returns {string} the point and all values */
  csv() {
    const { state } = this.page, { record } = state, answer = state.answer();
    const lines = [["what", "name", "exact", "decimal"], ...record.letters.map((l, i) => ["letter", l.name, `${state.point[i]}`, `${state.point[i].toNumber()}`])];
    const { attitude } = record;
    if (attitude && !("error" in answer)) {
      if (attitude.kind === "exponential") lines.push(["tolerance", attitude.letter, "", state.told(attitude.at)]);
      answer.standing.values.forEach((v, a) => v && lines.push(["certainty equivalent", record.actions[a], "", digits(attitude.certain(v, state.point))]));
    }
    if (!("error" in answer)) {
      answer.standing.values.forEach((v, a) => v && lines.push(["value", record.actions[a], `${v}`, `${v.toNumber()}`]));
      lines.push(["optimal", answer.standing.ties.map((a) => record.actions[a]).join("; "), `${answer.standing.value}`, `${answer.standing.value.toNumber()}`]);
    }
    return cells(lines);
  }

  /** @returns {string} the rule along the letter with the others at the point */
  latex() {
    const { page } = this, { record, point } = page.state, i = page.state.for, { setter } = page;
    const along = new Along(record, point, i), [low, high] = windowOf(page, along);
    const told = record.teller(i), number = (/** @type {import("#exact/line.js").Root} */ r) => (told ? digits(told.own(r.toNumber())) : toTex(setter.root(r)));
    const name = (/** @type {string} */ n) => toTex(setter.name(n)), letter = name(record.told(i));
    /** @type {{action: number, to: import("#exact/line.js").Root|null, from: import("#exact/line.js").Root|null}[]} */
    const merged = [];
    for (const st of along.stretches(low, high)) {
      const action = record.alternatives[st.best].action, last = merged.at(-1);
      if (last && last.action === action) last.to = st.to;
      else merged.push({ action, from: st.from, to: st.to });
    }
    const rows = merged.map((st) => `${name(record.actions[st.action])} & \\text{if } ${st.from ? `${number(st.from)} < ` : ""}${letter}${st.to ? ` \\leq ${number(st.to)}` : ""}`);
    const fixed = record.letters.flatMap((_, j) => (j === i ? [] : [`${name(record.told(j))} = ${record.teller(j) ? page.state.told(j) : toTex(setter.number(point[j]))}`])).join(",\\; ");
    return `a^* = \\begin{cases} ${rows.join(" \\\\ ")} \\end{cases}${fixed ? `\\qquad (${fixed})` : ""}`;
  }
}
