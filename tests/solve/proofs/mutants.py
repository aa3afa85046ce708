"""Rules with one thing changed, as they are told in JSON."""

from __future__ import annotations

from copy import deepcopy


def mutants(rule, actions):
    """The rule made wrong in one spot at a time: a strictness, a root's number, an action, a case that is missing."""
    turned = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": ">=", "!=": ">"}
    for c, case in enumerate(rule["cases"]):
        for i, told in enumerate(case["if"]):
            if isinstance(told, dict):
                changes = [told | {"op": turned[told["op"]]}]
                changes += [told | {"root": told["root"] + d} for d in (-1, 1) if told["root"] + d >= 0]
            else:
                words = told.split(" ")
                ops = [n for n, word in enumerate(words) if word in turned]
                changes = [" ".join([*words[:n], turned[words[n]], *words[n + 1 :]]) for n in ops]
            for change in changes:
                new = deepcopy(rule)
                new["cases"][c]["if"][i] = change
                yield new
        for i, piece in enumerate(case["pieces"]):
            for action in actions:
                if action != piece["action"] and "strategy" not in piece:
                    new = deepcopy(rule)
                    new["cases"][c]["pieces"][i]["action"] = action
                    yield new
            if isinstance(piece["to"], dict):
                for d in (-1, 1):
                    new = deepcopy(rule)
                    pieces = new["cases"][c]["pieces"]
                    pieces[i]["to"] = pieces[i + 1]["from"] = piece["to"] | {"root": piece["to"]["root"] + d}
                    yield new
            new = deepcopy(rule)
            new["cases"][c]["pieces"][i]["to_closed"] = not piece.get("to_closed", True)
            yield new
        new = deepcopy(rule)
        del new["cases"][c]
        yield new
