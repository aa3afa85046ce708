"""SilverDecisions: trees with payoffs along the way; its variables are letters. Read and written.

Payoffs on edges are payoffs of branches; `#` is the probability that the others leave. The variables of the file, in `code`,
are letters: one that is given a number is free (where it is used in probabilities, between 0 and 1), one that
is drawn at random lies between its ends, and one that is calculated from others is put in their place. Of two criteria,
cost and effect, the weight between them is the letter λ, the willingness to pay.

>>> text = '''{"SilverDecisions": "1.0.0", "rule": "expected-value-maximization", "title": "umbrella",
... "data": {"code": "r = 0.3\\\\nwet = 1 - r", "trees": [{"type": "decision", "name": "umbrella?", "childEdges": [
...   {"name": "take", "payoff": ["50"], "childNode": {"type": "terminal"}},
...   {"name": "leave", "payoff": [0], "childNode": {"type": "chance", "name": "rain", "childEdges": [
...      {"name": "rain", "probability": "1-wet", "payoff": [0], "childNode": {"type": "terminal"}},
...      {"name": "dry", "probability": "#", "payoff": ["100"], "childNode": {"type": "terminal"}}]}}]}]}}'''
>>> problem = read_silver(text)
>>> print(problem.tree)
umbrella?
  take: 50
  leave: (rain)
    rain [r]: 0
    dry [1 - r]: 100
>>> print(problem.domain)
r > 0, r < 1
>>> read_silver(to_silver(problem)) == problem
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote as quoted
from urllib.parse import unquote

from sympy import Expr, Integer, Rational

from symdt.errors import FileError, did_you_mean, quote
from symdt.exact.language.syntax import is_letter
from symdt.exact.optimum import Optimum
from symdt.formats.foreign.bifxml import MAX_BYTES
from symdt.formats.foreign.exactly import mark, point_of, unmark
from symdt.formats.foreign.growth import MAX_NODES, Forest, one_line, tree_with_events
from symdt.formats.foreign.letters import CALL, FUNCTION, Function, Letters, functions_as_letters, put_in
from symdt.problems.net_benefit import WILLINGNESS, pair, taken_apart
from symdt.problems.problem import Problem
from symdt.problems.tree import MAX_DEPTH, Chance, Tree, Value
from symdt.problems.tree_problem import TreeProblem

RULES: dict[str, Optimum] = {
    "expected-value-maximization": "max",
    "expected-value-minimization": "min",
    # of two criteria in expectation: min-max makes the first least and the second greatest, and so on
    "min-max": "max",
    "max-min": "max",
    "max-max": "max",
    "min-min": "min",
}
#: The letter for the weight of the first criterion, where both are made least, or both greatest.
WEIGHT = "weight"
_ASSIGNMENT = re.compile(r"\s*([^\W\d]\w*)\s*=(?!=)\s*(.*)")
_RANDOM = re.compile(r"(?:random|uniform)\s*\(\s*([^,()]+?)?\s*(?:,\s*([^,()]+?)\s*)?\)", re.IGNORECASE)
#: How the names begin that stand for calls of functions.
CALLED = "called_by_symdt_"
#: Functions are called so often at most: one that calls another twice, thirty times over, would never end.
MAX_CALLS = 2000
#: The event that a chance node shows, in a comment of its code.
_EVENT = re.compile(r"# event: (\S+)")
#: The letter for the willingness to pay, in a comment of the file's code.
_WILLINGNESS = re.compile(r"# willingness: (\S+)")
#: Variables by name, and functions by name with brackets, `f()`.
Scope = Mapping[str, Any]
#: What takes a payoff apart into cost and effect.
Apart = Callable[[Expr], tuple[Expr, Expr]]


def read_silver(text: str, *, tree: int | str | None = None) -> TreeProblem:
    """The tree of a SilverDecisions JSON text; of several the one that is asked for. Another rule is an error.

    text: the file, as any version of SilverDecisions saves it. tree: the name of its root, or its number from 1 on.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    try:
        document = json.loads(text, parse_float=str)  # decimals as they stand
    except (ValueError, RecursionError):
        raise FileError("the text is no JSON: give a file saved by SilverDecisions") from None
    return silver_problem(document, tree)


def silver_problem(document: Any, tree: int | str | None = None) -> TreeProblem:
    """The tree of a JSON document that is already read."""
    if not isinstance(document, dict):
        raise FileError("the JSON is no object: give a file saved by SilverDecisions")
    data = document.get("data", document)
    trees = data.get("trees") if isinstance(data, dict) else None
    if not isinstance(trees, list) or not trees or not isinstance(trees[0], dict):
        raise FileError("the JSON has no 'trees': give a file saved by SilverDecisions")
    root = _chosen(trees, tree)
    rule = str(document.get("rule", data.get("rule", "expected-value-maximization")))
    if rule not in RULES:
        raise FileError(
            f"the rule is {quote(rule)}: only those of expected values are read, {', '.join(RULES)}"
        )
    title = document.get("title", "")
    silver = _Silver(data.get("code", ""), root)
    if not rule.startswith("expected"):
        silver.weigh(rule, data)
    return silver.problem(root, RULES[rule], title if isinstance(title, str) else "")


def _chosen(trees: list[Any], tree: int | str | None) -> Any:
    """The tree that is asked for by its name or its number; the only one where nothing is asked."""
    if tree is None and len(trees) == 1:
        return trees[0]
    names = [one_line(str(t.get("name") or "")) if isinstance(t, dict) else "" for t in trees]
    shown = ", ".join(f"{i} {quote(name) if name else '(no name)'}" for i, name in enumerate(names, 1))
    which = "the file has one tree" if len(trees) == 1 else f"the file has {len(trees)} trees"
    if tree is None:
        raise FileError(f"{which}: {shown}; choose one by number or name, --tree 1 (in Python: tree=1)")
    if isinstance(tree, str) and tree and names.count(tree) == 1:
        return trees[names.index(tree)]
    if isinstance(tree, str) and tree and names.count(tree) > 1:
        raise FileError(f"{which}, more than one of them named {quote(tree)}: {shown}; choose by number")
    number = int(tree) if re.fullmatch(r"[0-9]{1,9}", str(tree)) else 0
    if not 1 <= number <= len(trees):
        raise FileError(f"{which}, none of them {quote(tree)}: {shown}; choose one by number or name")
    return trees[number - 1]


def _codes(root: Any) -> Iterator[Any]:
    """The codes of all nodes."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            yield node.get("code")
            edges = node.get("childEdges")
            many = edges if isinstance(edges, list) else []
            stack += [e.get("childNode") for e in many if isinstance(e, dict)]


def _assigned(code: Any) -> Iterator[str]:
    """The names that a piece of code gives values to, each once."""
    parts = (p for line in str(code or "").splitlines() for p in line.partition("#")[0].split(";"))
    yield from dict.fromkeys(m[1] for part in parts if (m := _ASSIGNMENT.fullmatch(part.strip())))


class _Silver:
    def __init__(self, code: Any, root: Any) -> None:
        self.said = [name for part in (code, *_codes(root)) for name in _assigned(part)]
        lines = code.splitlines() if isinstance(code, str) else []
        said = next((m for line in lines if (m := unmark(line.lstrip("# "))) is not None), None)
        self.letters = Letters(said.conditions, said.names) if said else Letters()
        self.bounds: list[str] = []
        self.marked = said is not None
        self.forest = Forest()
        named = _WILLINGNESS.search(code) if isinstance(code, str) else None
        self.willingness = unquote(named[1]) if named else ""
        self.worth: Callable[..., Expr] | None = None  # of two criteria together
        self.calls = 0
        self.scope: dict[str, Any] = {}
        self.scope = self.variables(code, {}, "the code of the file")
        if said:
            self.scope |= self.letters.symbols

    def weigh(self, rule: str, data: Mapping[str, Any]) -> None:
        """Make the letter between two criteria, and say how they are put together; its bounds are those of the file."""
        is_pair = rule in ("min-max", "max-min")
        wanted = self.willingness or (WILLINGNESS if is_pair else WEIGHT)
        name = wanted if self.marked else self.own_name(wanted, 0)
        letter = self.letters.letter(name, "the weight of the criteria")
        if not self.marked:
            low, high = (_bound(data.get(k)) for k in ("weightLowerBound", "weightUpperBound"))
            if rule == "min-max":  # the weight is that of the cost, one over the willingness to pay
                low, high = (None if b is None else 1 / b for b in (high, low or None))
            self.bounds.append(f"{name} >= {low or 0}")
            self.bounds += [] if high is None else [f"{name} <= {high}"]
        self.willingness = name if is_pair else ""
        self.worth = {
            "min-max": lambda cost, effect: pair(cost, effect, letter),
            "max-min": lambda effect, cost: pair(cost, effect, letter),
        }.get(rule, lambda one, two: letter * one + two)

    def problem(self, root: Mapping[str, Any], optimum: Optimum, title: str) -> TreeProblem:
        tree = self.forest.tree(self.node(root, 0, self.scope))
        if self.bounds:
            whole = Letters([*map(str, self.letters.given), *self.bounds], self.letters.symbols)
            whole.chances = self.letters.chances
            self.letters = whole
        used = tree.symbols
        names = [n for n, s in self.letters.symbols.items() if self.marked or s in used]
        kept = [c for c in self.letters.given if self.marked or all(s in used for s in c.symbols)]
        final = Letters(map(str, kept), names)
        final.chances = [e for e in self.letters.chances if e.free_symbols <= used]
        return TreeProblem(tree, final.domain(), optimum, title).as_written({}, willingness=self.willingness)

    def variables(self, code: Any, scope: Scope, where: str, *, is_inner: bool = False) -> dict[str, Expr]:
        """The variables after a piece of code, of the file or of a node (`is_inner`), which holds for what is below it:
        numbers make letters, expressions are put in their place.
        """
        found = dict(scope)
        if not isinstance(code, str):
            return found
        lines = (line.partition("#")[0] for line in code.splitlines())
        for bare in (part.strip() for line in lines for part in line.split(";")):
            if not bare:
                continue
            match = _ASSIGNMENT.fullmatch(bare)
            if match is None and (made := FUNCTION.fullmatch(bare)) is not None:
                arguments = tuple(a.strip() for a in made[2].split(",")) if made[2].strip() else ()
                found[f"{made[1]}()"] = Function(arguments, made[3], dict(found))
                continue
            if match is None or not is_letter(match[1]):
                raise FileError(
                    f"{where} has {quote(bare)}: only variables such as p = 0.3 and functions such as f(x) = x^2 are read"
                )
            name, right = match[1], match[2]
            random = _RANDOM.fullmatch(right)
            if random is not None:
                low, high = (random[1], random[2]) if random[2] else ("0", random[1] or "1")
                own = self.own_name(name) if is_inner else name
                self.bounds.append(f"{low} < {own} < {high}")
                found[name] = self.letters.letter(own, where)
                continue
            value = self.read(right, found, f"the variable {quote(name)}")
            # a number is what the letter is at first: here it is free; one that a node puts for a variable of the same
            # name elsewhere is that number, or the letter would stand for both
            is_letter_here = not value.free_symbols and not (is_inner and self.said.count(name) > 1)
            found[name] = self.letters.letter(name, where) if is_letter_here else value
        return found

    def own_name(self, name: str, most: int = 1) -> str:
        """A name that is not used yet, or at `most` so often: what is drawn in two nodes is drawn twice."""
        used = {*self.said, *self.letters.symbols}
        others = (n for i in range(2, MAX_NODES) if (n := f"{name}_{i}") not in used)
        return name if self.said.count(name) <= most else next(others)

    def read(self, text: Any, scope: Scope, where: str) -> Expr:
        """An expression with the variables of the scope put in; a function that the file does not define is a letter."""
        plain, scope = self.called(str(text).partition("#")[0].strip(), dict(scope), where)
        bare = functions_as_letters(plain)
        found = self.letters.expression(bare, where)
        free = {s.name for s in found.free_symbols} & set(re.findall(r"[^\W\d]\w*", plain)) - set(scope)
        if (unknown := min(free, default=None)) is not None:
            raise FileError(
                f"{where} is {quote(plain)}, where {quote(unknown)} is neither a number nor a variable of the file: "
                f"{did_you_mean(unknown, scope) if scope else 'define it in the code of the file'}"
            )
        by_symbol = {s: scope[s.name] for s in found.free_symbols if s.name in scope}
        for name in [n for n in scope if n.startswith(CALLED)]:
            self.letters.symbols.pop(name, None)
        return put_in(found, by_symbol, where)

    def called(self, text: str, scope: dict[str, Any], where: str) -> tuple[str, dict[str, Any]]:
        """The text with a name in the place of every call of a function of the file, and what these names stand for."""
        while True:
            call = next((m for m in CALL.finditer(text) if f"{m[1]}()" in scope), None)
            if call is None:
                return text, scope
            self.calls += 1
            if self.calls > MAX_CALLS:
                raise FileError(
                    f"{where} and what it calls are more than {MAX_CALLS} calls: use fewer functions in each other"
                )
            function: Function = scope[f"{call[1]}()"]
            given = [self.read(a, scope, where) for a in call[2].split(",")] if call[2].strip() else []
            if len(given) != len(function.arguments):
                raise FileError(
                    f"{where} calls {quote(call[0])}: the function takes {len(function.arguments)} arguments"
                )
            inner = {**function.scope, **dict(zip(function.arguments, given, strict=True))}
            name = f"{CALLED}{sum(n.startswith(CALLED) for n in scope)}"
            scope[name] = self.read(function.body, inner, f"the function {quote(call[1])}")
            text = f"{text[: call.start()]}{name}{text[call.end() :]}"

    def node(self, found: Any, depth: int, scope: Scope) -> int:
        if depth > MAX_DEPTH:
            raise FileError(
                f"the tree has more than {MAX_NODES} nodes or {MAX_DEPTH} levels: use a smaller one"
            )
        if not isinstance(found, dict):
            raise FileError(f"a node is {quote(found)}: an object was expected")
        kind = found.get("type")
        if kind == "terminal":
            return self.forest.value(Integer(0))
        if kind not in ("decision", "chance"):
            raise FileError(f"a node has type {quote(kind)}: use decision, chance or terminal")
        edges = found.get("childEdges")
        if not isinstance(edges, list) or not edges or not all(isinstance(e, dict) for e in edges):
            raise FileError(f"a {kind} node has no 'childEdges': give at least one")
        name = str(found.get("name") or "")
        inner = self.variables(found.get("code"), scope, f"the code of {quote(name or kind)}", is_inner=True)
        labels = [str(e.get("name") or "") for e in edges]
        below = [self.node(e.get("childNode"), depth + 1, inner) for e in edges]
        payoffs = [self.payoff(e, inner) for e in edges]
        if kind == "decision":
            return self.forest.decision(name, labels, below, payoffs)
        chances = [self.chance(e.get("probability"), inner, name or "a chance node") for e in edges]
        rest = Integer(1) - sum((c for c in chances if not isinstance(c, str)), Integer(0))
        if "rest" in chances:
            self.letters.chance(rest)
        if (many := chances.count("rest")) > 1:  # they share what is left alike
            chances = [rest / many if c == "rest" else c for c in chances]
        event = _EVENT.search(str(found.get("code") or ""))
        return self.forest.chance(name, labels, chances, below, payoffs, unquote(event[1]) if event else "")

    def chance(self, text: Any, scope: Scope, name: str) -> Expr | str:
        if str(text).strip() == "#":
            return "rest"
        found = self.read(text, scope, f"a probability at {quote(name)}")
        self.letters.chance(found)
        return found

    def payoff(self, edge: Mapping[str, Any], scope: Scope) -> Expr:
        payoff = edge.get("payoff", 0)
        # later versions keep one payoff for each criterion
        both = [*(payoff if isinstance(payoff, list) else [payoff]), 0, 0][: 1 if self.worth is None else 2]
        read = [Integer(0) if p in (None, "") else self.read(p, scope, "a payoff") for p in both]
        return read[0] if self.worth is None else self.worth(*read)


def _bound(given: Any) -> Rational | None:
    """A bound of the weight, None where it has none."""
    text = str(given)
    return Rational(text) if re.fullmatch(r"[0-9]{1,30}(\.[0-9]{1,30})?", text) else None


# --- writing ----------------------------------------------------------------------------------------


def to_silver(problem: Problem) -> str:
    """The SilverDecisions JSON of a problem's tree: letters are its variables, with the numbers of a point.

    problem: any kind; a table is written as its tree.
    """
    domain, code, tree = problem.domain, [], tree_with_events(problem)
    if tree.leaves > MAX_NODES:
        raise FileError(f"the tree has {tree.leaves} leaves: SilverDecisions is given at most {MAX_NODES}")
    paid = _paid(problem, tree)
    if domain.symbols:
        point = point_of(domain)
        code = [f"{s.name} = {v}" for s, v in point.items() if paid is None or s.name != problem.willingness]
        code.append(f"# {mark(domain, problem.optimum)}")
    made: dict[int, dict[str, Any]] = {}
    for node in tree.nodes():
        made[id(node)] = _written(node, made, paid)
    rule = next(name for name, direction in RULES.items() if direction == problem.optimum)
    data: dict[str, Any] = {"expressionScope": {}, "trees": [made[id(tree)]], "texts": []}
    if paid is not None:
        rule = "min-max"
        code.append(f"# willingness: {quoted(problem.willingness)}")
        at = point[domain.letter(problem.willingness)]
        weight = float(1 / at) if at > 0 else 1
        data |= {"payoffNames": ["cost", "effect"], "defaultCriterion1Weight": weight}
        data |= {"weightLowerBound": 0, "weightUpperBound": "Infinity"}
    document = {
        "SilverDecisions": "1.0.0",
        "lng": "en",
        "rule": rule,
        "title": problem.title,
        "description": "",
        "data": {"code": "\n".join(code), **data},
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _paid(problem: Problem, tree: Tree) -> Apart | None:
    """How to take costs and effects apart, where a problem was stated with both; None for one criterion."""
    worths = [e for n in tree.nodes() for e in ([n.value] if isinstance(n, Value) else n.payoffs)]
    both = dict(zip(worths, map(taken_apart(problem), worths), strict=True))
    found = {e: apart for e, apart in both.items() if apart is not None}
    return found.__getitem__ if len(found) == len(both) else None


def _written(node: Tree, made: Mapping[int, dict[str, Any]], paid_in: Apart | None) -> dict[str, Any]:
    place = {"x": 0, "y": 0}
    if isinstance(node, Value):
        return {"type": "terminal", "name": "", "code": "", "location": place, "childEdges": []}
    edges = []
    for (branch, *chance, child), paid in zip(node.branches, node.payoffs, strict=True):
        parts = [paid, *([child.value] if isinstance(child, Value) else [])]
        both = map(sum, zip(*map(paid_in, parts), strict=True)) if paid_in else (sum(parts), 0)
        edge: dict[str, Any] = {
            "name": branch,
            "payoff": [_text(x) for x in both],
            "childNode": made[id(child)],
        }
        if chance:
            edge["probability"] = _text(chance[0])
        edges.append(edge)
    kind = "chance" if isinstance(node, Chance) else "decision"
    code = f"# event: {quoted(node.event)}" if isinstance(node, Chance) and node.event else ""
    return {"type": kind, "name": node.name, "code": code, "location": place, "childEdges": edges}


def _text(expression: Any) -> str:
    return str(expression).replace("**", "^")
