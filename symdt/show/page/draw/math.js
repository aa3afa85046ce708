/**
 * Mathematics as MathML elements, made node by node: no text of a file is ever parsed as markup.
 */
import { Root } from "#exact/line.js";
import { Element as Fraction, Polynomial, Term } from "#exact/polynomial.js";
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

/** Whether a sum is a letter less 1, up to a positive factor. @param {Polynomial} p @returns {boolean} */
function isLessOne({ terms }) {
  if (terms.length !== 2) return false;
  const degree = (/** @type {Term} */ t) => t.exponents.reduce((sum, e) => sum + e, 0);
  const [one, letter] = degree(terms[0]) ? [terms[1], terms[0]] : [terms[0], terms[1]];
  return degree(one) === 0 && degree(letter) === 1 && one.c.sign < 0 && one.c.plus(letter.c).sign === 0;
}

/** The setting of names, letters and polynomials of one record. */
export class Setter {
  /** @param {Record} record */
  constructor(record) {
    this.record = record;
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
    const { attitude, letters } = this.record;
    if (attitude?.tells(i)) {
      const power = m("mrow", m("mo", "−"), m("mn", `${attitude.steps(e)}`), m("mo", "/"), this.name(attitude.letter));
      return letters.some((l) => l.name === "e") ? m("mrow", m("mo", "exp"), m("mo", "("), power, m("mo", ")")) : m("msup", m("mi", "e"), power);
    }
    const letter = this.name(letters[i].name);
    return e === 1 ? letter : m("msup", letter, m("mn", `${e}`));
  }

  /** A formula from nested arrays `[tag, child, …]`, as the record has it. @param {any} raw @returns {Node} */
  built(raw) {
    if (typeof raw === "string") return document.createTextNode(raw);
    const [tag, ...children] = raw, { attitude, letters } = this.record;
    if (attitude?.kind === "exponential") {
      const own = (/** @type {any} */ part) => part[0] === "mi" && part[1] === letters[attitude.at].name;
      if (own(raw)) return this.power(attitude.at, 1);
      if (tag === "msup" && own(children[0]) && children[1][0] === "mn") return this.power(attitude.at, Number(children[1][1]));
    }
    return m(tag, ...children.map((/** @type {any} */ child) => this.built(child)));
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
    const words = term.exponents.some((e, i) => e && !this.record.raw.names[this.record.letters[i].name]);
    if (!factors.length || !size.equals(ONE)) factors.unshift(this.number(size));
    // letters that are words need a sign between factors
    const spaced = words ? factors.flatMap((f, i) => (i ? [m("mo", "·"), f] : [f])) : factors;
    return spaced.length === 1 ? spaced[0] : m("mrow", ...spaced);
  }

  /** A sum, a positive term first. @param {Polynomial} p @param {Rational} scale @returns {MathMLElement} */
  sum(p, scale = ONE) {
    if (p.isZero) return m("mn", "0");
    const terms = p.terms.map((t) => new Term(t.c.times(scale), t.exponents));
    const first = terms.findIndex((t) => t.c.sign > 0);
    if (first > 0) terms.unshift(...terms.splice(first, 1));
    return m("mrow", ...terms.flatMap((t, i) => {
      const body = this.term(t, t.c.absolute());
      if (t.c.sign < 0) return [m("mo", "−"), body];
      return i ? [m("mo", "+"), body] : [body];
    }));
  }

  /** A product of sums; a single sum takes the number into itself. @param {Polynomial[]} factors @param {Rational} c @returns {MathMLElement} */
  product(factors, c) {
    const singles = factors.filter((f) => f.terms.length === 1);
    // what a probability leaves is written 1 − p; an even number of signs is turned, or an odd one with that of the number
    const given = factors.filter((f) => f.terms.length > 1), less = given.flatMap((f, k) => (isLessOne(f) ? [k] : []));
    if (less.length % 2 && c.sign > 0) less.pop();
    const sums = given.map((f, k) => (less.includes(k) ? f.scaled(ONE.negated()) : f));
    let single = new Term(less.length % 2 ? c.negated() : c, this.record.letters.map(() => 0));
    for (const { terms: [t] } of singles) {
      single = new Term(single.c.times(t.c), single.exponents.map((e, i) => e + t.exponents[i]));
    }
    if (factors.some((f) => f.isZero)) return m("mn", "0");
    if (sums.length === 0) return this.signed(single);
    const size = single.c.absolute(), bare = size.equals(ONE) && single.exponents.every((e) => !e);
    // a common factor stands before its sum where no number is left in that but 1 and −1
    if (sums.length === 1 && (bare || sums[0].terms.some((t) => !t.c.absolute().equals(ONE)))) return this.sum(sums[0].times(new Polynomial([single])));
    if (sums.length === 1 && single.c.sign < 0 && sums[0].terms.some((t) => t.c.sign < 0)) {
      [sums[0], single] = [sums[0].scaled(ONE.negated()), new Term(size, single.exponents)];
    }
    const inner = sums.flatMap((f) => [m("mo", "("), this.sum(f), m("mo", ")")]);
    return m("mrow", ...(single.c.sign < 0 ? [m("mo", "−")] : []), ...(bare ? [] : [this.term(single, size)]), ...inner);
  }

  /** @param {Term} t @returns {MathMLElement} */
  signed(t) {
    const body = this.term(t, t.c.absolute());
    return t.c.sign < 0 ? m("mrow", m("mo", "−"), body) : body;
  }

  /** @param {Fraction} e @returns {MathMLElement} */
  element(e) {
    if (e.below.length === 0) {
      const plainNumber = e.above.length === 0;
      if (plainNumber || e.c.d === 1n || e.above.every((f) => f.terms.length === 1)) return this.product(e.above, e.c);
      return m("mfrac", this.product(e.above, new Rational(e.c.n, 1n)), m("mn", `${e.c.d}`));
    }
    let [above, below, c] = [e.above, e.below, e.c];
    const [i, j] = [above, below].map((fs) => fs.findIndex((f) => f.terms.length > 1));
    const turned = (/** @type {Polynomial[]} */ fs, /** @type {number} */ k) => fs.map((f, at) => (at === k ? f.scaled(ONE.negated()) : f));
    // a denominator is written so that it is positive, judged at the first point: k/(4k − 3h), not −k/(3h − 4k)
    const start = this.record.letters.map((l) => l.start);
    if (j >= 0 && below.reduce((sign, f) => sign * f.at(start).sign, 1) < 0) [below, c] = [turned(below, j), c.negated()];
    if (c.sign < 0 && i >= 0) [above, c] = [turned(above, i), c.negated()];
    const size = c.absolute();
    const body = m("mfrac", this.product(above, new Rational(size.n, 1n)), this.product(below, new Rational(size.d, 1n)));
    return c.sign < 0 ? m("mrow", m("mo", "−"), body) : body;
  }

  /** A condition with its negative terms brought to the other side: 8h ≥ 15k. @param {Polynomial} p @param {string} op @returns {MathMLElement} */
  condition(p, op) {
    let left = p.terms.filter((t) => t.c.sign > 0), right = p.terms.filter((t) => t.c.sign < 0);
    const flipped = right.map((t) => new Term(t.c.negated(), t.exponents));
    const isNumber = (/** @type {Term[]} */ ts) => ts.every((t) => t.exponents.every((e) => !e));
    let sign = op, a = new Polynomial(left), b = new Polynomial(flipped);
    if (isNumber(left) && flipped.length) {
      [a, b] = [b, a];
      sign = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" }[op] ?? op;
    }
    return m("mrow", this.sum(a), m("mo", pretty(sign)), this.sum(b));
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

/** @param {number} x @param {number} digits @returns {string} a double for eyes */
export function approximately(x, digits = 5) {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  return `${Number(x.toPrecision(digits))}`.replace("-", "−");
}

/** A root in one line of plain text. @param {Root} root @returns {string} */
export function rootText(root) {
  if (root.exact) return root.exact.toString().replace("-", "−");
  const surd = root.surd();
  if (!surd || `${surd.a}${surd.b}${surd.c}${surd.d}`.length >= 24) return `≈ ${approximately(root.toNumber(), 8)}`;
  const size = surd.b < 0n ? -surd.b : surd.b, radical = `${size === 1n ? "" : size}√${surd.c}`;
  const above = surd.a === 0n ? (surd.b < 0n ? "−" : "") + radical : `${surd.a} ${surd.b < 0n ? "−" : "+"} ${radical}`;
  return surd.d === 1n ? above : `(${above})/${surd.d}`;
}

/** @type {Object<string, string>} */
const TEX = { "≤": "\\leq ", "≥": "\\geq ", "≠": "\\neq ", "−": "-", "·": "\\cdot ", "≈": "\\approx ", "∞": "\\infty ", exp: "\\exp " };
const GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega".split(" ");

/** The LaTeX of a formula. @param {Node} node @returns {string} */
export function toTex(node) {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const text = node.textContent ?? "", [a, b, c] = [...node.childNodes].map((n) => () => toTex(n));
  switch (node.localName) {
    case "mn": return text;
    case "mo": return TEX[text] ?? text;
    case "mtext": return `\\text{${text.replace(/[\\#$%&_{}~^]/g, (x) => (x === "\\" ? "\\textbackslash{}" : x === "~" || x === "^" ? `\\${x}{}` : `\\${x}`))}}`;
    case "mi": return text.length > 1 ? `\\mathit{${text.replaceAll("_", "\\_")}}` : TEX[text] ?? greek(text);
    case "mfrac": return `\\frac{${a()}}{${b()}}`;
    case "msub": return `${a()}_{${b()}}`;
    case "msup": return `${a()}^{${b()}}`;
    case "msubsup": return `${a()}_{${b()}}^{${c()}}`;
    case "msqrt": return `\\sqrt{${[...node.childNodes].map(toTex).join("")}}`;
    default: return [...node.childNodes].map(toTex).join(" ");
  }
}

/** @param {string} letter @returns {string} */
function greek(letter) {
  const small = GREEK[letter.charCodeAt(0) - 0x3b1], capital = GREEK[letter.charCodeAt(0) - 0x391];
  return small ? `\\${small} ` : capital ? `\\${capital[0].toUpperCase()}${capital.slice(1)} ` : letter;
}
