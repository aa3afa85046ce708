"""Schema: the JSON Schema of problem files, so that an editor completes and checks them while they are written.

A schema checks form: which tables and keys there are, and of which kind. That probabilities add up to 1, that
rows have as many entries as there are actions and that letters are declared is the reader's to say.

>>> from symdt.formats.problem import TOP
>>> schema()["title"], sorted(schema()["properties"]) == sorted(TOP)
('symdt problem file', True)
"""

from __future__ import annotations

from typing import Any

from symdt.exact.language.parser import RESERVED
from symdt.networks.prior import LAWS
from symdt.problems.processes.process import MAX_CYCLES
from symdt.problems.table import MAX_SEQUENCE

_EXPRESSION = {
    "type": ["string", "number", "integer"],
    "description": "letters, numbers, + - * / **, brackets, max(f, g), min(f, g), abs(f), piecewise(f, p < h, g)",
}
_PROBABILITY = {**_EXPRESSION, "description": 'an expression, or "rest" for 1 minus the others'}
_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True}
_ROW = {"type": "array", "items": _EXPRESSION, "minItems": 1}


def _table(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "description": description, **more}


def _losses(description: str) -> dict[str, Any]:
    actions = {**_NAMES, "description": "the columns"}
    polynomial = {**_EXPRESSION, "description": "of an action, where [belief] is a conjugate law of a rate"}
    return _table(
        description, properties={"actions": actions}, additionalProperties={"anyOf": [_ROW, polynomial]}
    )


def _utility() -> dict[str, Any]:
    found = _losses("a row of utilities for each state, maximised; or amounts, with an attitude to risk")
    letter = {"type": "string", "description": "the name of the letter"}
    attitude = {"enum": ["exponential", "logarithmic"], "description": "the utility of the amounts"}
    found["properties"] |= {"attitude": attitude, "tolerance": letter, "wealth": letter}
    return found


def _process() -> dict[str, Any]:
    action = _table("P(next state)", properties={"reward": _EXPRESSION}, additionalProperties=_PROBABILITY)
    return _table(
        "repeated decisions in states that follow each other by chance",
        properties={
            "start": {"type": "string"},
            "cycles": {"type": "integer", "minimum": 1, "maximum": MAX_CYCLES},
            "discount": {**_EXPRESSION, "description": "what 1 in the next cycle is worth in this one"},
            "final": _table("what a state is worth at the end", additionalProperties=_EXPRESSION),
            "state": _table(
                "states, each with its actions",
                additionalProperties=_table("actions", additionalProperties=action),
            ),
        },
        required=["start", "state"],
        additionalProperties=False,
    )


def _diagram() -> dict[str, Any]:
    known = {"anyOf": [{"type": "string"}, _NAMES]}
    rows = {"anyOf": [_PROBABILITY, {"type": "array", "items": _PROBABILITY}]}
    chance = _table(
        "states, or rows", properties={"given": known, "states": _NAMES}, additionalProperties=rows
    )
    decision = _table(
        "what may be done, and what is known then",
        properties={"options": _NAMES, "knows": known},
        required=["options"],
        additionalProperties=False,
    )
    value = _table(
        "rows", properties={"given": known, "value": _EXPRESSION}, additionalProperties=_EXPRESSION
    )
    return _table(
        "an influence diagram instead of belief and loss",
        properties={
            "memory": {
                "enum": ["full", "limited"],
                "description": "limited: a decision knows its parents alone",
            },
            "chance": _table("chance nodes", additionalProperties=chance),
            "decision": _table("decisions, in their order", additionalProperties=decision),
            "value": _table("values, which add up", additionalProperties=value),
        },
        required=["value"],
        additionalProperties=False,
    )


def _amount() -> dict[str, Any]:
    letter = {"type": "string", "description": "its name in expressions"}
    interval = {"type": "array", "items": _PROBABILITY, "minItems": 3, "maxItems": 3}
    return {
        "amount": _table(
            "a decision that is a number",
            properties={"letter": letter, "from": _EXPRESSION, "to": _EXPRESSION},
            additionalProperties=False,
        ),
        "demand": _table(
            "an uncertain number, uniform on each interval; [utility] or [loss] says over and under",
            properties={
                "letter": letter,
                "uniform": {
                    "type": "array",
                    "items": interval,
                    "minItems": 1,
                    "description": "[from, to, probability]",
                },
            },
            required=["uniform"],
            additionalProperties=False,
        ),
        "growth": _table(
            "the return on a unit in each state; the logarithm of wealth grows",
            additionalProperties=_EXPRESSION,
        ),
    }


def schema() -> dict[str, Any]:
    """The schema, in the dialect of 2020-12."""
    words = "|".join(sorted(RESERVED))
    both = _table(
        "a cost and an effect",
        properties={"cost": _EXPRESSION, "effect": _EXPRESSION},
        required=["cost", "effect"],
        additionalProperties=False,
    )
    name = {"type": ["string", "number", "integer"], "description": "a value, or the name of the next node"}
    branch: dict[str, Any] = {"anyOf": [name, both]}
    paid = {
        "type": "array",
        "prefixItems": [branch, {"anyOf": [_EXPRESSION, both]}],
        "minItems": 2,
        "maxItems": 2,
    }
    either = {"anyOf": [branch, paid]}
    chance = {
        "type": "array",
        "prefixItems": [_PROBABILITY, branch, {"anyOf": [_EXPRESSION, both]}],
        "minItems": 2,
        "maxItems": 3,
        "description": "[probability, value or node] or [probability, value or node, payoff]",
    }
    properties = {
        "format": {"const": 1},
        "title": {"type": "string"},
        "source": {"type": "string", "description": "where the problem comes from"},
        "assume": {
            "type": "array",
            "items": {"type": "string"},
            "description": "conditions that tie letters together",
        },
        "optimum": {"enum": ["min", "max"], "description": "for trees: losses or utilities"},
        "parameters": _table(
            "letter = the conditions it obeys, an empty text for none; 'integer, 1 <= n <= 20' for a whole number",
            propertyNames={"not": {"pattern": f"^({words})$"}},
            additionalProperties={"type": "string"},
        ),
        "belief": _table("a probability for each state", additionalProperties=_PROBABILITY),
        "data": _table(
            "the belief from cases",
            properties={
                "file": {"type": "string"},
                "child": {"type": "string"},
                "candidates": _NAMES,
                "prior": {"enum": sorted(LAWS)},
                "alpha": _EXPRESSION,
            },
            required=["file", "child", "candidates"],
            additionalProperties=False,
        ),
        "loss": _losses("a row of losses for each state, minimised"),
        "utility": _utility(),
        "cost": _losses("a row of costs for each state; with [effect], in place of [loss]"),
        "effect": _losses("a row of effects for each state"),
        "willingness": {
            "type": "string",
            "description": "the letter for what one unit of effect is worth; λ unless said",
        },
        "experiment": _table(
            "what may be observed before acting, by name",
            additionalProperties=_table(
                "P(outcome given state), a row for each state",
                properties={
                    "cost": _EXPRESSION,
                    "outcomes": _NAMES,
                    "sample": {"enum": ["binomial", "multinomial", "poisson", "arms", "normal"]},
                    "n": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]},
                    "each": _EXPRESSION,
                    "reward": _EXPRESSION,
                    "deviation": {
                        **_EXPRESSION,
                        "description": "of a measurement, with a normal law of a mean",
                    },
                    "sequential": {"type": "boolean"},
                    "arms": _table(
                        "arm = the letter of its rate, or a known rate", additionalProperties=_EXPRESSION
                    ),
                },
                additionalProperties={"type": "array", "items": _PROBABILITY},
            ),
        ),
        "sequence": {
            "type": "integer",
            "minimum": 1,
            "maximum": MAX_SEQUENCE,
            "description": "at most so many experiments, one after the other; 1 unless said",
        },
        "tree": _table(
            "a tree instead of belief and loss",
            properties={
                "root": {"type": "string"},
                "decision": _table(
                    "nodes at which we choose",
                    additionalProperties=_table("branches", additionalProperties=either),
                ),
                "chance": _table(
                    "nodes at which Nature does",
                    additionalProperties=_table(
                        'branches; with of = "factor" they need no probabilities, and flip = true lets a test '
                        "be seen before what it tests",
                        properties={
                            "event": {"description": "which event it is that the node shows; or a branch"}
                        },
                        additionalProperties={"anyOf": [chance, either, {"type": "boolean"}]},
                    ),
                ),
                "discount": {**_EXPRESSION, "description": "what 1 a period later is worth now"},
                "time": _table(
                    "node = the period in which it is reached",
                    additionalProperties={"type": "integer", "minimum": 0, "maximum": 64},
                ),
            },
            required=["root"],
            additionalProperties=False,
        ),
        "diagram": _diagram(),
        "process": _process(),
        **_amount(),
        "factor": _table(
            "chance factors by name: states with probabilities, or given others with a row for each of their states",
            additionalProperties=_table(
                "a factor",
                properties={"given": {"anyOf": [{"type": "string"}, _NAMES]}, "states": _NAMES},
                additionalProperties={"anyOf": [_PROBABILITY, {"type": "array", "items": _PROBABILITY}]},
            ),
        ),
        "laws": _table(
            "distributions of the letters for `symdt simulate`", additionalProperties={"type": "string"}
        ),
        "explore": _table("what the page of `symdt explore` starts with"),
    }
    others = ("tree", "diagram", "process", "amount", "belief", "data")  # factors make the belief of a table
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "symdt problem file",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "oneOf": [
            {"required": ["tree"]},
            {"required": ["diagram"]},
            {"required": ["process"]},
            {"required": ["amount"]},
            {"required": ["belief", "loss"], "not": {"required": ["amount"]}},
            {"required": ["belief", "utility"], "not": {"required": ["amount"]}},
            {"required": ["belief", "cost", "effect"]},
            {
                "required": ["belief", "experiment"],
                "not": {"anyOf": [{"required": [k]} for k in ("loss", "utility", "cost", "amount")]},
            },
            {"required": ["data", "loss"]},
            {"required": ["data", "utility"]},
            *(
                {"required": ["factor", *said], "not": {"anyOf": [{"required": [k]} for k in others]}}
                for said in (("loss",), ("utility",), ("cost", "effect"))
            ),
        ],
    }
