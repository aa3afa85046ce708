// SilverDecisions itself, asked from the command line: `node silver.mjs make FOLDER` writes the files in `data/` by its own model
// and serialiser, `node silver.mjs solve FILE` computes a file by its own rules and prints JSON. The trees are ours; its
// packages come from npm (`npm install --no-save --prefix .node sd-model sd-computations sd-expression-engine esbuild`), and are
// put into one script by esbuild, for they are modules without suffixes.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../../../.node/", import.meta.url).pathname;
const require = createRequire(join(root, "node_modules/"));

function silver() {
  const contents = `
    export { DataModel, domain } from "sd-model";
    export { ExpressionsEvaluator } from "sd-computations/src/expressions-evaluator";
    export { ObjectiveRulesManager } from "sd-computations/src/objective/objective-rules-manager";
    export { ExpressionEngine } from "sd-expression-engine";`;
  const outfile = join(mkdtempSync(join(tmpdir(), "silver-")), "silver.cjs");
  const stdin = { contents, resolveDir: root };
  require("esbuild").buildSync({ stdin, bundle: true, platform: "node", outfile, logLevel: "error" });
  return require(outfile);
}

const { DataModel, domain, ExpressionsEvaluator, ObjectiveRulesManager, ExpressionEngine } = silver();

/** The model with everything computed, as the program does after every change. */
function computed(model, rule) {
  const engine = new ExpressionEngine();
  new ExpressionsEvaluator(engine).evalExpressions(model, true, true);
  const rules = new ObjectiveRulesManager(engine, rule);
  rules.updateDefaultCriterion1Weight(model.defaultCriterion1Weight);
  rules.recompute(model, false);
  return model;
}

/** The text of a file: the model as SilverDecisions serialises it, below the head that its page writes. */
function file(model, rule, title) {
  model.nodes.forEach((node, i) => (node.id = `node-${i}`));
  model.edges.forEach((edge, i) => (edge.id = `edge-${i}`));
  const data = JSON.parse(computed(model, rule).serialize());
  const head = { SilverDecisions: "1.2.0", lng: "en", viewMode: "criterion1", rule, title, description: "" };
  return JSON.stringify({ ...head, data }) + "\n";
}

/** A tree from nested lists: [kind, name, code, [[branch, payoff, probability, below], ...]]. */
function grow(model, [kind, name, code, branches], parent) {
  const place = new domain.Point(0, 0);
  const Kind = { d: domain.DecisionNode, c: domain.ChanceNode, t: domain.TerminalNode }[kind];
  const node = new Kind(place);
  node.name = name;
  node.code = code;
  const edge = model.addNode(node, parent);
  for (const [branch, payoff, probability, below] of branches) {
    const made = grow(model, below ?? ["t", "", "", []], node);
    Object.assign(made, { name: branch, payoff, ...(probability === null ? {} : { probability }) });
  }
  return edge;
}

function made(code, trees, more = {}) {
  const model = new DataModel();
  model.code = code;
  trees.forEach((tree) => grow(model, tree));
  return Object.assign(model, more);
}

const FILES = {
  // a test before a repair, with variables: what is calculated in a node holds below it
  "repair_silver.json": () => {
    const look = (name, broken) => ["c", name, "", [["broken", ["-loss", 0], broken], ["sound", [0, 0], "#"]]];
    const act = (broken) => ["d", "repair?", "", [["repair", ["-price", 0], null], ["run", [0, 0], null, look("machine", broken)]]];
    const tested = ["c", "test", "alarm = p*sens + (1-p)*(1-spec)", [
      ["alarm", [0, 0], "alarm", act("p*sens/alarm")],
      ["quiet", [0, 0], "#", act("p*(1-sens)/(1-alarm)")],
    ]];
    const start = ["d", "first", "", [["test", ["-5", 0], null, tested], ["no test", [0, 0], null, act("p")]]];
    const code = "p = 0.2\nsens = 0.9\nspec = 3/4\nloss = 400\nprice = 100";
    return file(made(code, [start]), "expected-value-maximization", "Test before repair");
  },
  // two criteria, cost and effect, with a variable in each
  "screening_silver.json": () => {
    const care = (name, cost, effect) => ["c", name, "", [["ill", [cost, effect], "p"], ["well", [0, "10"], "#"]]];
    const start = ["d", "screen?", "", [
      ["nobody", [0, 0], null, care("nobody", "80", "q")],
      ["all", ["12", "-0.1"], null, care("all", "30", "8")],
      ["treat all", ["60", 0], null],
    ]];
    start[3][2][3] = ["c", "treated", "", [["ill", [0, "9"], "p"], ["well", [0, "9.5"], "#"]]];
    const more = { payoffNames: ["cost", "effect"], defaultCriterion1Weight: 0.05, weightUpperBound: 4 };
    return file(made("p = 1/8\nq = 4", [start], more), "min-max", "Screening");
  },
  // branches that share what is left, a function, two trees of which the second is asked for, losses
  "queue_silver.json": () => {
    const wait = ["c", "queue", "", [["short", ["cost(2)", 0], "#"], ["long", ["cost(t)", 0], "1/4"], ["longer", ["cost(2*t)", 0], "#"]]];
    const start = ["d", "which desk?", "cost(x) = x^2/2 + fee", [["left", [0, 0], null, wait], ["right", ["cost(5)", 0], null]]];
    const other = ["d", "none", "", [["stay", ["1", 0], null], ["go", ["2", 0], null]]];
    return file(made("t = 6\nfee = 1", [other, start]), "expected-value-minimization", "Two desks");
  },
};

const [verb, place] = process.argv.slice(2);
if (verb === "make") {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(place, name), text());
} else {
  const { data, rule } = JSON.parse(readFileSync(place, "utf8"));
  const model = computed(new DataModel(data), rule);
  const told = model.getRoots().map((node) => ({
    payoff: [].concat(node.computedValue(rule, "payoff")).map(String),
    optimal: node.childEdges.filter((e) => e.computedValue(rule, "optimal")).map((e) => e.name),
  }));
  console.log(JSON.stringify({ rule, errors: [String(model.$codeError ?? "")], trees: told }));
}
