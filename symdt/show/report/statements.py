"""The statements of a report: what it asserts, each with an anchor and its verdict, and a filter that needs no script."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symdt.show.report.asked import Asked
from symdt.show.report.document import Report, Section
from symdt.typeset import html as blocks

#: The class of a verdict, for its colour.
CLASSES = {"proved": "holds", "refuted": "fails", "undecided": "holds-corrected"}


@dataclass(frozen=True)
class Statement:
    """One statement: its name, which is its anchor too, what it says as HTML, its verdict and its group."""

    name: str
    says: str
    verdict: str
    group: str


def statements(asked: Asked, made: Report) -> Section | None:
    """Every piece of every rule, and what is never optimal."""
    del made
    found = [*pieces(asked), *never(asked)]
    if not found:
        return None
    groups = {g: sum(s.group == g for s in found) for g in dict.fromkeys(s.group for s in found)}
    verdicts = {v: sum(s.verdict == v for s in found) for v in dict.fromkeys(s.verdict for s in found)}
    count = ", ".join(f"{n} {v}" for v, n in verdicts.items())
    parts = [
        blocks.paragraph(
            f"What this report asserts for all values of the letters: {len(found)} statements, {count}."
        ),
        choosing(groups, verdicts),
        table(found, groups, verdicts),
    ]
    return Section("statements", "The statements, one by one", parts)


def pieces(asked: Asked) -> Iterator[Statement]:
    """The pieces of the rules, each with the verdict of its rule's independent proof."""
    for name, rule in asked.found.items():
        own = asked.letter(name)
        for i, case in enumerate(rule.cases):
            when = " and ".join(map(blocks.breaking, case.conditions))
            for j, piece in enumerate(case.pieces):
                where = blocks.interval(piece, rule.letter.name)
                said = f"{blocks.choice(piece.label)} is optimal if {where}{f' and {when}' if when else ''}"
                yield Statement(
                    f"{own}-{i + 1}-{j + 1}", said, asked.verdicts[name], f"the rule solved for {own}"
                )


def never(asked: Asked) -> Iterator[Statement]:
    """The actions that are optimal nowhere, each with its reason."""
    for rule in list(asked.found.values())[:1]:
        for k, reason in enumerate(rule.never_reasons):
            said = blocks.prose(f"Never optimal: {reason}")
            yield Statement(
                f"never-{k + 1}", said, next(iter(asked.verdicts.values())), "what is never optimal"
            )


def choosing(groups: Mapping[str, int], verdicts: Mapping[str, int]) -> str:
    """Buttons that show the statements of one group or verdict only; the page's style does it."""
    offers = [*groups.items(), *(verdicts.items() if len(verdicts) > 1 else ())]
    parts = ['<label><input type="radio" name="statements" checked> all</label>']
    parts += [
        f'<label><input type="radio" name="statements" class="show-{k}"> {blocks.prose(name)} ({n})</label>'
        for k, (name, n) in enumerate(offers)
    ]
    rules = "".join(
        f"section:has(.show-{k}:checked) .claims tbody tr:not(.of-{k}) {{ display: none; }}"
        for k in range(len(offers))
    )
    return (
        f'<style>{rules}</style><form class="filter" aria-label="Statements to show">{"".join(parts)}</form>'
    )


def table(found: list[Statement], groups: Mapping[str, int], verdicts: Mapping[str, int]) -> str:
    """The statements with their anchors."""
    place = {name: k for k, name in enumerate([*groups, *verdicts])}
    rows = []
    for s in found:
        anchor = f"statement-{html.escape(s.name)}"
        rows.append(
            f'<tr id="{anchor}" class="of-{place[s.group]} of-{place[s.verdict]}"><td><a href="#{anchor}"><code>'
            f"{html.escape(s.name)}</code></a></td><td>{s.says}</td>"
            f'<td class="verdict {CLASSES.get(s.verdict, "")}">{html.escape(s.verdict)}</td></tr>'
        )
    head = "<thead><tr><th>name</th><th>statement</th><th>verdict</th></tr></thead>"
    return f'<table class="claims">{head}\n<tbody>{"".join(rows)}</tbody></table>'
