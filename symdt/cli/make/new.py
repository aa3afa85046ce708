"""`symdt new`: a commented problem file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from symdt.cli.arguments import JSON
from symdt.cli.output import print_json, wrote
from symdt.errors import FileError, did_you_mean, quote

TABLE = """\
# A decision problem as a table: states with probabilities, actions with losses.
# Solve it with:  symdt solve FILE --for p
format = 1
title = "Two models"
# assume = ["l01 < 100*l10"]   # conditions that tie parameters together, if there are any

[parameters]                   # name = the conditions it obeys ("" for none)
p = "0 < p < 1"
l01 = "l01 > 0"
l10 = "l10 > 0"

[belief]                       # one line for each state; "rest" is 1 minus the others
M0 = "rest"
M1 = "p"

[loss]                         # or [utility], which is maximised
actions = ["a0", "a1"]         # the columns; below, one row for each state
M0 = ["0", "l01"]              # l01: an arc too many
M1 = ["l10", "0"]              # l10: an arc missed

[laws]                         # how uncertain the letters are, for `symdt simulate`
p = "beta(2, 3)"
l01 = "uniform(1, 3)"
l10 = "gamma(2, 1)"

# What may be observed before acting; remove the # to use it. Of several experiments the best one is used, or up to
# two one after the other with  sequence = 2  above [parameters].
# [experiment.survey]
# cost = "1/10"
# outcomes = ["+", "-"]
# M0 = ["1/10", "rest"]        # P(outcome | state), a row for each state
# M1 = ["4/5", "rest"]
"""

TREE = """\
# A decision problem as a tree: decisions (ours), chances (nature's) and values at the ends.
# Solve it with:  symdt solve FILE --for r
format = 1
title = "Umbrella"
optimum = "max"                # the values are utilities; "min" for losses: say which

[parameters]                   # name = the conditions it obeys ("" for none)
r = "0 < r < 1"

[tree]
root = "umbrella?"             # where the tree begins

[tree.decision."umbrella?"]    # branch = the next node's name, or a value
take = "rain, with"
leave = "rain, without"

[tree.chance."rain, with"]     # branch = [its probability, the next node's name or a value]
event = "rain"                 # the same rain in both places: what would knowing it be worth? symdt value FILE
rain = ["r", "70"]
dry = ["rest", "20"]           # "rest" is 1 minus the others

[tree.chance."rain, without"]
event = "rain"
rain = ["r", "0"]
dry = ["rest", "100"]
"""

DATA = """\
# A decision problem on data: which variables are parents of X1? Letters may stay in the losses.
# Solve it with:  symdt solve FILE --for h
format = 1
title = "The parents of X1"

[parameters]                   # name = the conditions it obeys ("" for none)
h = "h > 0"                    # the loss of a missed arc
k = "k > 0"                    # the loss of a false arc

[data]                         # in place of [belief]: the posterior of the parent sets of one child
file = "cases.csv"             # a table of cases, looked for beside this file
child = "X1"
candidates = ["X2", "X3"]
prior = "bdeu"                 # or "k2"
alpha = "1"                    # the prior precision

[loss]                         # states are parent sets, names in the order of candidates
actions = ["none", "X2", "X3", "both"]
"{}" = ["0", "k", "k", "2*k"]
"{X2}" = ["h", "0", "h + k", "k"]
"{X3}" = ["h", "h + k", "0", "k"]
"{X2,X3}" = ["2*h", "h", "h", "0"]
"""

COST = """\
# Cost and effect: what is one more unit of effect worth? Find the frontier with
#   symdt frontier programmes.toml
format = 1
title = "Screening"
[parameters]                  # letters with their conditions; λ, the willingness to pay, is made by symdt
p = "0 < p < 1"               # how common the disease is
[belief]
ill = "p"
well = "rest"
[cost]                        # one column for each action
actions = ["nothing", "treat all", "screen"]
ill = ["0", "70", "75"]
well = ["0", "70", "5"]
[effect]                      # in the same order, for instance in years of life
actions = ["nothing", "treat all", "screen"]
ill = ["4", "9", "8"]
well = ["10", "9", "10"]
"""

PROCESS = """\
# A repeated decision: states, in each its actions, what they pay and where they lead.
# Solve four cycles with:  symdt solve FILE --at c=3     without end with:  symdt policy FILE --for c
format = 1
title = "A machine that wears"
optimum = "max"                # the rewards are profits; "min" for costs

[parameters]                   # name = the conditions it obeys ("" for none)
c = "c >= 0"                   # what a new machine costs

[process]
start = "good"                 # the first state
cycles = 4
discount = "9/10"              # what 1 in the next cycle is worth in this one

[process.state.good.run]       # [process.state.STATE.ACTION]
reward = "8"                   # what it pays
good = "1/2"                   # P(next state)
worn = "rest"                  # "rest" is 1 minus the others

[process.state.worn.run]
reward = "2"
worn = "1"

[process.state.worn.replace]
reward = "-c"
good = "1"
"""

DIAGRAM = """\
# An influence diagram: chances, decisions and values, with arcs. A chance and a value are given what they depend on;
# a decision knows what is seen before it.
# Solve it with:  symdt solve FILE --for r --at a=4/5     draw it with:  symdt draw FILE -o diagram.svg
format = 1
title = "Umbrella with a forecast"
optimum = "max"                # the values are utilities; "min" for losses

[parameters]                   # name = the conditions it obeys ("" for none)
r = "0 < r < 1"                # how likely rain is
a = "1/2 < a < 1"              # how often the forecast is right

[diagram]                      # memory = "limited" where decisions forget what earlier ones knew

[diagram.chance.weather]       # a chance that depends on nothing: each state with its probability
rain = "r"
dry = "rest"                   # "rest" is 1 minus the others

[diagram.chance.forecast]      # one that depends on others: a row for each of their states
given = "weather"
states = ["bad", "good"]
rain = ["a", "rest"]
dry = ["1 - a", "rest"]

[diagram.decision.umbrella]
options = ["take", "leave"]
knows = "forecast"

[diagram.value.comfort]        # several values are added
given = ["weather", "umbrella"]
"rain, take" = "70"
"rain, leave" = "0"
"dry, take" = "20"
"dry, leave" = "100"
"""

AMOUNT = """\
# A decision that is a number: how much? Here a newsvendor, whose demand is spread evenly over stretches.
# Solve it with:  symdt solve FILE     at a point with:  symdt solve FILE --at c=2,s=5
format = 1
title = "How many papers?"
assume = ["c < s"]             # conditions that tie parameters together

[parameters]                   # name = the conditions it obeys ("" for none)
c = "c > 0"                    # what a paper costs
s = "s > 0"                    # what it is sold for

[amount]                       # the decision: a letter between two ends
letter = "q"
from = "0"
to = "200"

[demand]                       # what is not known: pieces of [from, to, probability]
letter = "x"
uniform = [["0", "50", "1/2"], ["50", "200", "rest"]]

[utility]                      # or [loss], which is minimised
over = "s*x - c*q"             # where the amount is over the demand (x < q)
under = "(s - c)*q"            # where it is under it (x > q)
"""

TEMPLATES = {
    "table": TABLE,
    "tree": TREE,
    "diagram": DIAGRAM,
    "data": DATA,
    "cost": COST,
    "process": PROCESS,
    "amount": AMOUNT,
}


def new(
    kind: Annotated[
        str, typer.Argument(help="table, tree, diagram, data, cost, process or amount")
    ] = "table",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write it here instead of printing it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: JSON = False,
) -> int:
    """Print a commented problem file to start from."""
    if kind not in TEMPLATES:
        raise FileError(f"{quote(kind)} is no kind of problem file: {did_you_mean(kind, TEMPLATES)}")
    if output is None:
        if as_json:
            print_json({"kind": kind, "text": TEMPLATES[kind]})
        else:
            typer.echo(TEMPLATES[kind], nl=False)
        return 0
    from symdt.files import write_whole

    if output.exists() and not force:  # it may be a template that someone has begun to fill in
        raise FileError(f"the file {quote(output)} exists: choose another name, or give --force")
    write_whole(output, TEMPLATES[kind], force=force)
    wrote([output], as_json=as_json)
    return 0
