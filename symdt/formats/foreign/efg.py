"""Gambit's `.efg`: games in extensive form, of one player, are trees. Read and written.

>>> text = '''EFG 2 R "umbrella" { "I" } ""
... p "umbrella?" 1 1 "" { "take" "leave" } 0
... t "" 1 "dry" { 50 }
... c "rain" 1 "" { "rain" 3/10 "dry" 7/10 } 0
... t "" 2 "wet" { 0 }
... t "" 3 "fine" { 100 }'''
>>> problem = read_efg(text)
>>> print(problem.tree)
umbrella?
  take: 50
  leave: (rain)
    rain [3/10]: 0
    dry [7/10]: 100
>>> read_efg(to_efg(problem)) == problem
True

Several players have no common optimum:

>>> read_efg('EFG 2 R "game" { "I" "II" } ""')
Traceback (most recent call last):
    ...
symdt.errors.FileError: the game has 2 players: symdt decides for one; Gambit finds equilibria of several
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote as quoted
from urllib.parse import unquote

from sympy import Expr, Integer, Symbol

from symdt.errors import FileError, quote
from symdt.exact.optimum import Optimum
from symdt.formats.foreign.bifxml import MAX_BYTES
from symdt.formats.foreign.exactly import agreed, compact, mark, number_at, point_of, unmark
from symdt.formats.foreign.growth import MAX_NODES, Forest, tree_with_events
from symdt.formats.foreign.letters import Letters
from symdt.problems.problem import Problem
from symdt.problems.tree import MAX_DEPTH, Chance, Tree, Value
from symdt.problems.tree_problem import TreeProblem

_TOKEN = re.compile(r'\s*(?:"(?P<text>(?:[^"\\]|\\.)*)"|(?P<brace>[{}])|(?P<word>[^\s"{},]+)|,)', re.DOTALL)
_BESIDE = re.compile(r"([cpt]\d+)(?: (name|event|outcome|\d+))? = (.*)")
#: Outcomes of inner nodes are numbered from here on, those of leaves below.
OUTCOME = MAX_NODES


@dataclass
class _Token:
    kind: str  # "text", "brace", "word" or "" at the end
    text: str


def _tokens(text: str) -> list[_Token]:
    found, position, end = [], 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise FileError(
                f"the text is no .efg file at {quote(text[position:].strip()[:20])}: give one of Gambit's"
            )
        kind = match.lastgroup
        if kind:
            value = match.group(kind)
            found.append(_Token(kind, re.sub(r"\\(.)", r"\1", value) if kind == "text" else value))
        position = match.end()
    return [*found, _Token("", "")]


@dataclass
class _Actions:
    """A move: what its branches are called, how probable they are, and what stands beside them."""

    labels: list[str]
    chances: list[Expr] = field(default_factory=list)


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens, self.index = _tokens(text), 0
        self.forest = Forest()
        self.moves: dict[tuple[str, str], _Actions] = {}
        self.outcomes: dict[str, Expr] = {}
        self.point: dict[Symbol, Any] = {}
        self.beside: dict[str, str] = {}  # what symdt says of a node, an outcome or a branch
        self.counts = {"c": 0, "p": 0, "t": 0}
        self.letters = Letters()
        self.optimum: Optimum = "max"

    def take(self, kind: str, what: str) -> str:
        token = self.tokens[self.index]
        if token.kind != kind:
            raise FileError(
                f"the .efg file has {quote(token.text) if token.kind else 'an end'} where {what} was expected: "
                "give a file saved by Gambit"
            )
        self.index += 1
        return token.text

    def brace(self, which: str) -> bool:
        token = self.tokens[self.index]
        if token.kind == "brace" and token.text == which:
            self.index += 1
            return True
        return False

    def group(self, what: str) -> list[_Token]:
        """The tokens between two braces."""
        if not self.brace("{"):
            self.take("brace", what)
        found = []
        while not self.brace("}"):
            token = self.tokens[self.index]
            if token.kind in ("", "brace"):
                self.take("word", what)
            found.append(token)
            self.index += 1
        return found

    def problem(self) -> TreeProblem:
        if [t.text for t in self.tokens[:2]] != ["EFG", "2"]:
            raise FileError("the text does not begin with EFG 2: give an extensive game saved by Gambit")
        self.index = 2
        self.take("word", "R or D")
        title = self.take("text", "the title")
        players = self.group("the players")
        if len(players) > 1:
            raise FileError(
                f"the game has {len(players)} players: symdt decides for one; Gambit finds equilibria of several"
            )
        comment = self.take("text", "a comment") if self.tokens[self.index].kind == "text" else ""
        said = unmark(comment.partition("\n")[0])
        if said is not None:
            self.letters, self.optimum = Letters(said.conditions, said.names), said.optimum
            self.point = point_of(self.letters.domain())
            for line in comment.splitlines()[1:]:
                if (found := _BESIDE.fullmatch(line)) is not None:
                    self.beside[" ".join(filter(None, found.groups()[:2]))] = found[3]
        root, paid = self.node(0)
        if not paid.is_zero:  # what is paid before the first move
            root = self.forest.with_payoff(root, -paid if self.optimum == "min" else paid)
        if self.tokens[self.index].kind:
            raise FileError(
                f"the file goes on with {quote(self.tokens[self.index].text)} after its tree ends"
            )
        return TreeProblem(
            self.forest.tree(root), self.letters.domain(), self.optimum, self.named("t0 name", title)
        )

    def node(self, depth: int) -> tuple[int, Expr]:
        """A node, and what is paid where it is entered."""
        if depth > MAX_DEPTH:
            raise FileError(f"the tree has more than {MAX_DEPTH} levels: use a smaller one")
        kind = self.take("word", "a node (c, p or t)")
        if kind not in ("c", "p", "t"):
            raise FileError(f"the .efg file has a node {quote(kind)}: c, p and t are known")
        self.counts[kind] += 1
        own = f"{kind}{self.counts[kind]}"
        name = self.named(f"{own} name", self.take("text", "the node's name"))
        if kind == "t":
            value = self.outcome(own)
            return self.forest.value(-value if self.optimum == "min" else value), Integer(0)
        if kind == "p" and (player := self.take("word", "the player's number")) != "1":
            raise FileError(f"the node {quote(name)} is of player {quote(player)}: symdt decides for one")
        move, set_name = self.move(kind, name, own)
        paid = self.outcome(f"{own} outcome")
        found = [self.node(depth + 1) for _ in move.labels]
        below = [number for number, _ in found]
        payoffs = [-entered if self.optimum == "min" else entered for _, entered in found]
        labels = [self.named(f"{own} {i}", label) for i, label in enumerate(move.labels, 1)]
        if kind == "p":
            return self.forest.decision(name or set_name, labels, below, payoffs), paid
        event = self.named(f"{own} event", "")
        return self.forest.chance(name or set_name, labels, move.chances, below, payoffs, event), paid

    def named(self, key: str, label: str) -> str:
        """The name that symdt wrote beside a label that may hold fewer characters."""
        return unquote(self.beside[key]) if key in self.beside else label

    def move(self, kind: str, name: str, own: str) -> tuple[_Actions, str]:
        number = self.take("word", "the number of the information set")
        key = kind, number
        if self.tokens[self.index].kind != "text":
            if key not in self.moves:
                raise FileError(
                    f"the information set {quote(number)} has no actions: give them where it is first met"
                )
            return self.known(kind, name, key), ""
        set_name = self.take("text", "its name")
        listed = self.group("the actions")
        if key in self.moves:
            return self.known(kind, name, key), set_name
        if kind == "p":
            self.moves[key] = _Actions([t.text for t in listed])
            return self.moves[key], set_name
        if len(listed) % 2:
            raise FileError(f"a chance node {quote(name)} has a branch without a probability: give each one")
        labels = [t.text for t in listed[::2]]
        where = f"a probability of {quote(name)}"
        chances = [self.letters.expression(t.text, where) for t in listed[1::2]]
        chances = self.exact(own, chances, where)
        for chance in chances:
            self.letters.chance(chance)
        self.moves[key] = _Actions(labels, chances)
        return self.moves[key], set_name

    def known(self, kind: str, name: str, key: tuple[str, str]) -> _Actions:
        if kind == "p":
            raise FileError(
                f"the decision {quote(name)} shares its information set with another: who does not know where he is "
                "has no tree; put what is unknown after the decision"
            )
        return self.moves[key]

    def outcome(self, own: str) -> Expr:
        number = self.take("word", "the number of an outcome")
        if self.tokens[self.index].kind == "text":
            name = self.take("text", "its name")
            payoffs = self.group("the payoffs")
            if len(payoffs) != 1:
                raise FileError(
                    f"the outcome {quote(name)} has {len(payoffs)} payoffs: give one, for the one player"
                )
            where = f"the payoff of {quote(name)}"
            value = [self.letters.expression(payoffs[0].text, where)]
            self.outcomes[number] = self.exact(own, value, where)[0]
        if number == "0":
            return Integer(0)
        if number not in self.outcomes:
            raise FileError(f"the outcome {quote(number)} has no payoff: give it where it is first met")
        return self.outcomes[number]

    def exact(self, own: str, numbers: list[Expr], where: str) -> list[Expr]:
        """The expressions that symdt wrote beside a node, else the numbers."""
        if own not in self.beside:
            return numbers
        found = [self.letters.expression(e, where) for e in self.beside[own].split()]
        agreed(found, numbers, self.point, where)
        return found


def read_efg(text: str) -> TreeProblem:
    """The tree of a game of one player in extensive form; an outcome at an inner node is paid by the branch to it.

    text: the file, as Gambit saves it.
    """
    if len(text) > MAX_BYTES:
        raise FileError(f"the file has {len(text)} characters: use at most {MAX_BYTES}")
    return _Reader(text).problem()


def to_efg(problem: Problem) -> str:
    """The game of one player that a problem's tree is; losses are payoffs with the other sign.

    problem: any kind. Gambit is given the numbers at a point of the domain; the letters stand in names.
    """
    tree = tree_with_events(problem)
    if tree.leaves > MAX_NODES:
        raise FileError(f"the tree has {tree.leaves} leaves: Gambit is given at most {MAX_NODES}")
    writer = _Writer(problem)
    stack: list[tuple[Tree, Expr]] = [(tree, Integer(0))]
    while stack:
        node, paid = stack.pop()
        writer.write(node, paid)
        if not isinstance(node, Value):
            stack.extend(reversed(list(zip(node.children(), node.payoffs, strict=True))))
    return writer.text()


class _Writer:
    """The lines of the game, and what must be said beside them: letters, and names that Gambit would refuse."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.point = problem, point_of(problem.domain)
        self.sign = -1 if problem.optimum == "min" else 1
        self.counts = {"c": 0, "p": 0, "t": 0}
        self.outcomes = 0
        self.lines: list[str] = []
        self.beside: list[str] = []

    def write(self, node: Tree, paid: Expr) -> None:
        """The line of a node, and what the branch to it pays."""
        kind = "t" if isinstance(node, Value) else "c" if isinstance(node, Chance) else "p"
        self.counts[kind] += 1
        number = self.counts[kind]
        own = f"{kind}{number}"
        if isinstance(node, Value):
            value = self.sign * (node.value + paid)
            self.exactly(own, [value])
            self.lines.append(f't "" {number} "{own}" {{ {number_at(value, self.point)} }}')
            return
        name = self.label(f"{own} name", node.name)
        outcome = self.entered(own, self.sign * paid)
        labels = [self.label(f"{own} {i}", str(b[0])) for i, b in enumerate(node.branches, 1)]
        if isinstance(node, Chance):
            chances = [p for _, p, _ in node.branches]
            self.exactly(own, chances)
            numbers = [number_at(p, self.point) for p in chances]
            listed = " ".join(f"{label} {p}" for label, p in zip(labels, numbers, strict=True))
            self.lines.append(f'c {name} {number} "" {{ {listed} }} {outcome}')
            if node.event:
                self.beside.append(f"{own} event = {quoted(node.event)}")
        else:
            self.lines.append(f'p {name} 1 {number} "" {{ {" ".join(labels)} }} {outcome}')

    def entered(self, own: str, paid: Expr) -> str:
        """The outcome of an inner node: what is paid where it is entered."""
        if paid.is_zero:
            return "0"
        self.exactly(f"{own} outcome", [paid])
        self.outcomes += 1
        return f'{OUTCOME + self.outcomes} "{own}" {{ {number_at(paid, self.point)} }}'

    def exactly(self, own: str, expressions: Sequence[Expr]) -> None:
        if any(e.free_symbols for e in expressions):
            self.beside.append(f"{own} = {' '.join(map(compact, expressions))}")

    def label(self, key: str, text: str) -> str:
        """A label as Gambit takes it, printable ASCII without spaces that one does not see; the true one stands beside."""
        plain = "".join(c if " " <= c <= "~" and c not in '\\"' else "?" for c in text)
        plain = " ".join(plain.split())
        if plain != text:
            self.beside.append(f"{key} = {quoted(text)}")
        return f'"{plain}"'

    def text(self) -> str:
        problem = self.problem
        title = self.label("t0 name", problem.title)
        needs_mark = problem.optimum == "min" or bool(problem.domain.symbols) or bool(self.beside)
        said = [mark(problem.domain, problem.optimum), *self.beside] if needs_mark else []
        comment = "\n".join(said)
        head = f'EFG 2 R {title} {{ "decision maker" }}\n"{comment}"\n'
        return "\n".join([head, *self.lines]) + "\n"
