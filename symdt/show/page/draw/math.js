/**
 * Mathematics as MathML elements, made node by node: no text of a file is ever parsed as markup.
 */
import { digits } from "#exact/attitude.js";
import { Root } from "#exact/line.js";
import { Polynomial, Term } from "#exact/polynomial.js";
import { ONE, Rational } from "#exact/rational.js";
import { Record } from "#exact/record.js";
import { h } from "#draw/html.js";

const NS = "http://www.w3.org/1998/Math/MathML";

/**
 * A MathML element.
 * @param {string} tag @param {...(Node|string)} children
 * @returns {MathMLElement}
 */
export function m(tag, ...children) {
  const node = /** @type {MathMLElement} */ (document.createElementNS(NS, tag));
  if (tag === "mo" && (children[0] === "(" || children[0] === ")")) node.setAttribute("stretchy", "false");
  node.append(...children);
  return node;
}

/** A formula. @param {...(Node|string)} children @returns {MathMLElement} */
export function math(...children) {
  return m("math", ...children);
}

/** A formula in parts, so that a line may end before a sign. @param {...Node} children @returns {HTMLElement} */
export function breaking(...children) {
  /** @type {(node: Node) => Node[]} */
  const flat = (node) => (node.nodeName === "mrow" ? [...node.childNodes].flatMap(flat) : [node]);
  /** @type {Node[][]} */
  const parts = [[]];
  let depth = 0;
  for (const node of children.flatMap(flat)) {
    const text = node.nodeName === "mo" ? node.textContent ?? "" : "";
    depth += text === "(" ? 1 : text === ")" ? -1 : 0;
    if (!depth && parts[0].length && /^[+−<>≤≥=≠]$/.test(text)) {
      /** @type {Element} */ (node).setAttribute("form", "infix");
      parts.push([]);
    }
    parts[parts.length - 1].push(node);
  }
  return h("span", {}, ...parts.flatMap((part, k) => [k ? h("wbr") : "", math(...part)]));
}

/** The setting of names, letters and polynomials of one record. */
export class Setter {
  /** @param {Record} record */
  constructor(record) {
    this.record = record;
    Object.assign(TEX, record.raw.greek);
    // within a term letters stand in the order of their names, as in all that symdt prints
    this.order = record.letters.map((_, i) => i).sort((a, b) => (record.letters[a].name < record.letters[b].name ? -1 : 1));
  }

  /** What stands for a name inside a formula. @param {string} name @returns {MathMLElement} */
  name(name) {
    const parts = this.record.raw.names[name];
    if (!parts) return m("mtext", name);
    const [base, under, over] = parts;
    const index = (/** @type {string} */ t) => (/^\d+$/.test(t) ? m("mn", t) : m("mtext", t));
    if (over) return m("msubsup", m("mi", base), index(under), index(over));
    return under ? m("msub", m("mi", base), index(under)) : m("mi", base);
  }

  /** A power of a letter inside a formula: y = exp(−u/R) is told in R. @param {number} i @param {number} e @returns {MathMLElement} */
  power(i, e) {
    const { letters } = this.record, told = this.record.teller(i);
    if (told) {
      const power = m("mrow", m("mo", "−"), m("mn", `${told.steps(e)}`), m("mo", "/"), this.name(told.letter));
      return letters.some((l) => l.name === "e") ? m("mrow", m("mo", "exp"), m("mo", "("), power, m("mo", ")")) : m("msup", m("mi", "e"), power);
    }
    const letter = this.name(letters[i].name);
    return e === 1 ? letter : m("msup", letter, m("mn", `${e}`));
  }

  /** A formula as the record has it: nested arrays `[tag, child, …]`, and texts that say themselves what they are. @param {any} raw @returns {Node} */
  built(raw) {
    const { attitude, letters } = this.record, own = (/** @type {any} */ part) => attitude?.kind === "exponential" && part === letters[attitude.at].name;
    if (own(raw)) return this.power(letters.findIndex((l) => l.name === raw), 1);
    if (typeof raw === "string") return m(/^\d/.test(raw) ? "mn" : /^\p{L}/u.test(raw) ? "mi" : "mo", raw);
    const [tag, ...children] = raw;
    if (tag === "msup" && own(children[0])) return this.power(letters.findIndex((l) => l.name === children[0]), Number(children[1]));
    return m(tag, ...(/^m([inos]|text)$/.test(tag) ? children : children.map((/** @type {any} */ child) => this.built(child))));
  }

  /** A formula of the record by its number. @param {number} k @returns {Node} */
  formula(k) {
    return this.built(this.record.raw.formulas[k]);
  }

  /** A name alone. @param {string} name @returns {Node} */
  label(name) {
    return this.record.raw.names[name] ? math(this.name(name)) : document.createTextNode(name);
  }

  /** A name with its plain text beside it, unseen: a header that is only MathML has no name for a screen reader. @param {string} name @returns {Node} */
  header(name) {
    if (!this.record.raw.names[name]) return document.createTextNode(name);
    const formula = math(this.name(name));
    formula.setAttribute("aria-hidden", "true");
    return h("span", {}, h("span", { class: "hidden" }, this.plain(name)), formula);
  }

  /** A name in one line of plain text. @param {string} name @returns {string} */
  plain(name) {
    const parts = this.record.raw.names[name];
    if (!parts) return name;
    const digits = (/** @type {string} */ t) => (/^\d+$/.test(t) ? t.replace(/\d/g, (c) => "₀₁₂₃₄₅₆₇₈₉"[Number(c)]) : t && `_${t}`);
    return parts[0] + digits(parts[1]) + (parts[2] ? `^${parts[2]}` : "");
  }

  /** Whether a number that the file states is a decimal there, as symdt.exact.language.numerals has it. @param {Rational} q @returns {boolean} */
  isDecimal(q) {
    const { decimals, fractions } = this.record.raw;
    return decimals && q.d > 1n && 10000n % q.d === 0n && !fractions.includes(`${q.absolute()}`);
  }

  /** @param {Rational} q @returns {MathMLElement} */
  number(q) {
    const size = q.absolute();
    const inner = size.d === 1n ? m("mn", `${size.n}`) : m("mfrac", m("mn", `${size.n}`), m("mn", `${size.d}`));
    return q.sign < 0 ? m("mrow", m("mo", "−"), inner) : inner;
  }

  /** @param {Term} term @param {Rational} size the coefficient without its sign @returns {MathMLElement} */
  term(term, size) {
    const factors = this.order.flatMap((i) => {
      const e = term.exponents[i];
      return e ? [this.power(i, e)] : [];
    });
    const words = term.exponents.some((e, i) => e && this.record.raw.names[this.record.letters[i].name]?.[0].length !== 1);
    if (!factors.length || !size.equals(ONE)) factors.unshift(this.number(size));
    // letters that are words need a sign between factors
    const spaced = words ? factors.flatMap((f, i) => (i ? [m("mo", "·"), f] : [f])) : factors;
    return spaced.length === 1 ? spaced[0] : m("mrow", ...spaced);
  }

  /** A sum of positive terms. @param {Term[]} terms @returns {MathMLElement} */
  sum(terms) {
    return terms.length ? m("mrow", ...terms.flatMap((t, i) => [...(i ? [m("mo", "+")] : []), this.term(t, t.c)])) : m("mn", "0");
  }

  /** A condition with its negative terms brought to the other side: 8h ≥ 15k. @param {Polynomial} p @param {string} op @returns {MathMLElement} */
  condition(p, op) {
    const side = (/** @type {number} */ sign) => p.terms.filter((t) => t.c.sign === sign).map((t) => new Term(t.c.absolute(), t.exponents));
    const [left, right] = [side(1), side(-1)], isNumber = left.every((t) => t.exponents.every((e) => !e)) && right.length;
    const [a, b] = isNumber ? [right, left] : [left, right], turned = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" }[op] ?? op;
    return m("mrow", this.sum(a), m("mo", pretty(isNumber ? turned : op)), this.sum(b));
  }

  /**
   * An exact root: a fraction, a surd, or its decimals with the sign of approximation.
   * @param {Root} root @returns {MathMLElement}
   */
  root(root) {
    if (root.exact) return this.number(root.exact);
    const surd = root.surd();
    if (surd && `${surd.a}${surd.b}${surd.c}${surd.d}`.length < 24) {
      const size = surd.b < 0n ? -surd.b : surd.b;
      const radical = m("mrow", ...(size === 1n ? [] : [m("mn", `${size}`)]), m("msqrt", m("mn", `${surd.c}`)));
      const negative = surd.a < 0n, whole = m("mn", `${negative ? -surd.a : surd.a}`);
      const above = surd.a === 0n
        ? m("mrow", ...(surd.b < 0n ? [m("mo", "−")] : []), radical)
        : surd.b > 0n && negative
          ? m("mrow", radical, m("mo", "−"), whole)
          : m("mrow", ...(negative ? [m("mo", "−")] : []), whole, m("mo", surd.b < 0n ? "−" : "+"), radical);
      return surd.d === 1n ? above : m("mfrac", above, m("mn", `${surd.d}`));
    }
    return m("mrow", m("mo", "≈"), m("mn", approximately(root.toNumber())));
  }
}

/** @param {string} op @returns {string} */
export function pretty(op) {
  return { ">=": "≥", "<=": "≤", "==": "=", "!=": "≠" }[op] ?? op;
}

/** A double for eyes. @param {number} x @param {number} many digits @returns {string} */
export function approximately(x, many = 5) {
  return digits(x, many);
}

/** A root in one line of plain text. @param {Root} root @returns {string} */
export function rootText(root) {
  if (root.exact) return root.exact.toString().replace("-", "−");
  const surd = root.surd();
  if (!surd || `${surd.a}${surd.b}${surd.c}${surd.d}`.length >= 24) return `≈ ${approximately(root.toNumber(), 8)}`;
  const size = surd.b < 0n ? -surd.b : surd.b, radical = `${size === 1n ? "" : size}√${surd.c}`;
  const above = surd.a === 0n ? (surd.b < 0n ? "−" : "") + radical : `${surd.a} ${surd.b < 0n ? "−" : "+"} ${radical}`.replace("-", "−");
  return surd.d === 1n ? above : `(${above})/${surd.d}`;
}

/** @type {Object<string, string>} */
const TEX = { "≤": "\\leq ", "≥": "\\geq ", "≠": "\\neq ", "−": "-", "·": "\\cdot ", "≈": "\\approx ", "∞": "\\infty ", exp: "\\exp " };
/** The LaTeX of a formula. @param {Node} node @returns {string} */
export function toTex(node) {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const text = node.textContent ?? "", [a, b, c] = [...node.childNodes].map((n) => () => toTex(n));
  switch (node.localName) {
    case "mn": return text;
    case "mo": return TEX[text] ?? text;
    case "mtext": return `\\text{${text.replace(/[\\#$%&_{}~^]/g, (x) => (x === "\\" ? "\\textbackslash{}" : x === "~" || x === "^" ? `\\${x}{}` : `\\${x}`))}}`;
    case "mi": return text.length > 1 ? `\\mathit{${text.replaceAll("_", "\\_")}}` : TEX[text] ?? text;
    case "mfrac": return `\\frac{${a()}}{${b()}}`;
    case "msub": return `${a()}_{${b()}}`;
    case "msup": return `${a()}^{${b()}}`;
    case "msubsup": return `${a()}_{${b()}}^{${c()}}`;
    case "msqrt": return `\\sqrt{${[...node.childNodes].map(toTex).join("")}}`;
    default: return [...node.childNodes].map(toTex).join(" ");
  }
}
