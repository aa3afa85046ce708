// The exact modules by themselves: laws of rationals, roots of polynomials with known roots, the sweep.
import assert from "node:assert/strict";
import test from "node:test";
import { between, bound, cleared, roots, signAt } from "../../../symdt/show/page/exact/line.js";
import { near, parse, ratio, simplest, whole } from "../../../symdt/show/page/exact/rational.js";
import { cells } from "../../../symdt/show/page/panels/take.js";
import { realRoots } from "../../../symdt/show/page/draw/sweep.js";

let seed = 7;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
const rational = () => ratio(BigInt(random(61) - 30), BigInt(random(29) + 1));

test("texts are read as they stand", () => {
  for (const [text, value] of [["3/20", "3/20"], ["0.15", "3/20"], ["-2", "-2"], ["1e-3", "1/1000"], [" 6 / 4 ", "3/2"], [".5", "1/2"], ["0.5/0.25", "2"], ["−1/3", "-1/3"]]) {
    assert.equal(`${parse(text)}`, value);
  }
  for (const text of ["", "p", "1/0", "1/2/3", "0x10", "1e9999", "9".repeat(500), "<b>", "Infinity"]) assert.throws(() => parse(text), RangeError);
});

test("rationals obey the laws of a field", () => {
  for (let k = 0; k < 300; k++) {
    const [a, b, c] = [rational(), rational(), rational()];
    assert.ok(a.plus(b).times(c).equals(a.times(c).plus(b.times(c))));
    if (b.sign) assert.ok(a.over(b).times(b).equals(a));
    assert.equal(Math.sign(a.toNumber() - b.toNumber()), a.compare(b));
    assert.ok(a.minus(a).equals(whole(0)));
  }
});

test("decimals are rounded, not cut", () => {
  for (const [text, digits, shown] of [["2/3", 3, "0.667"], ["1999/1000", 3, "2"], ["1/7", 5, "0.14286"], ["123456789/1", 4, "123500000"], ["-1/3", 2, "−0.33"], ["1/3000000", 3, "3.33·10⁻⁷"], ["3/20", 8, "0.15"], ["9999999/10000000", 3, "1"]]) {
    assert.equal(parse(text).decimal(digits), shown);
  }
});

test("digits stand after an equals sign only where they are all", () => {
  for (const [text, digits, told] of [["3/20", 8, "= 0.15"], ["1/3", 3, "≈ 0.333"], ["1999999999999/2000000000000", 8, "≈ 1"], ["12345/8", 4, "≈ 1543"], ["-1/4", 2, "= −0.25"], ["123456789", 4, "≈ 123500000"], ["1/1024", 8, "= 0.0009765625"], ["1/1000000007", 3, "≈ 1·10⁻⁹"]]) {
    assert.equal(parse(text).told(digits), told);
  }
  assert.equal(parse("1/8").told(4, ""), "0.125");
});

test("the simplest rational of an interval has the least denominator", () => {
  for (let k = 0; k < 300; k++) {
    const [a, b] = [rational(), rational()].sort((x, y) => x.compare(y)), found = simplest(a, b);
    assert.ok(found.compare(a) >= 0 && found.compare(b) <= 0);
    for (let d = 1n; d < found.d; d++) {
      const above = -((-a.n * d) / a.d), first = a.n * d > above * a.d ? above + 1n : above;
      for (const n of [first - 1n, first, first + 1n]) assert.ok(ratio(n, d).compare(a) < 0 || ratio(n, d).compare(b) > 0, `${a} ${b} ${n}/${d}`);
    }
  }
  assert.equal(`${near(0.3333, 0.001)}`, "1/3");
});

/** The product of (x - r) over the roots, and of factors without real roots. */
const product = (list, extra) => {
  let p = [whole(1)];
  for (const factor of [...list.map((r) => [r.negated(), whole(1)]), ...extra]) {
    const next = Array.from({ length: p.length + factor.length - 1 }, () => whole(0));
    p.forEach((a, i) => factor.forEach((b, j) => (next[i + j] = next[i + j].plus(a.times(b)))));
    p = next;
  }
  return cleared(p);
};

test("roots of products are found, each once, in order, and recognised as rational", () => {
  for (let k = 0; k < 120; k++) {
    const list = Array.from({ length: 1 + random(5) }, rational);
    if (random(3) === 0) list.push(list[0]); // a double root
    const extra = random(2) ? [[whole(1), whole(1), whole(1)]] : [];
    const p = product(list, extra), reach = bound(p);
    const wanted = [...new Map(list.map((r) => [`${r}`, r])).values()].sort((a, b) => a.compare(b)).map(String);
    assert.deepEqual(roots(p, reach.negated(), reach).map((r) => `${r.exact}`), wanted);
    // the ends are left out
    const [low, high] = [list[0], list.at(-1)].sort((a, b) => a.compare(b));
    const inner = wanted.map(parse).filter((r) => r.compare(low) > 0 && r.compare(high) < 0).map(String);
    assert.deepEqual(roots(p, low, high).map((r) => `${r.exact}`), inner);
    const doubles = realRoots(p.map(Number), -100, 100);
    if (new Set(list.map(String)).size === list.length) assert.equal(doubles.length, wanted.length);
  }
});

test("irrational roots are ordered, also against roots of other polynomials", () => {
  const [a] = roots([-2n, 0n, 1n], whole(0), whole(2)), [b] = roots([-4n, 0n, 0n, 0n, 1n], whole(0), whole(2));
  assert.equal(a.compare(b), 0); // √2 is the fourth root of 4
  const surd = a.surd();
  assert.deepEqual([surd.a, surd.b, surd.c, surd.d], [0n, 1n, 2n, 1n]);
  const [c] = roots([-2000001n, 0n, 1000000n], whole(0), whole(2));
  assert.equal(a.compare(c), -1);
  const x = between(a, c);
  assert.ok(a.against(x) < 0 && c.against(x) > 0);
  assert.equal(a.toNumber(), Math.SQRT2);
  const golden = roots([-1n, -1n, 1n], whole(-3), whole(3)).map((r) => r.surd());
  assert.deepEqual(golden.map((s) => [s.a, s.b, s.c, s.d]), [[1n, -1n, 5n, 2n], [1n, 1n, 5n, 2n]]);
});

test("signs are exact beyond doubles", () => {
  const huge = 10n ** 60n, p = [-(huge + 1n), huge];
  assert.equal(signAt(p, whole(1)), -1);
  assert.equal(`${roots(p, whole(0), whole(2))[0].exact}`, `${huge + 1n}/${huge}`);
});

test("no cell is run by a spreadsheet", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", "'=", "＝"]) assert.ok(/^"?'/.test(cells([[`${start}x`]])));
  assert.equal(cells([["-2", "-0.5", "-1e-7", "a,b", "-1/2", "'x"]]), `-2,-0.5,-1e-7,"a,b",'-1/2,'x\r\n`);
  assert.equal(cells([["a\rb"]]), '"a\rb"\r\n');
});
