"""Problem files that are hard on a page: many actions, long names, words as letters, irrational ties, odd domains."""

from __future__ import annotations

_LONG = "a name of sixty characters, which no small figure can ever hold"

EIGHT = """
title = "Eight actions"
[parameters]
x = "0 < x < 1"
y = "y > 0"
z = "z > 0"
[belief]
s = "x"
t = "rest"
[loss]
actions = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"]
s = ["64*y", "49*y", "36*y", "25*y", "16*y", "9*y", "4*y", "y"]
t = ["z", "4*z", "9*z", "16*z", "25*z", "36*z", "49*z", "64*z"]
"""

LONG = f"""
title = "{_LONG}"
optimum = "max"
[parameters]
prevalence = "0 < prevalence < 1"
toxicity_weight = "0 <= toxicity_weight <= 3"
[tree]
root = "{_LONG}?"
[tree.decision."{_LONG}?"]
"{_LONG} 1" = "prevalence - 9*prevalence*toxicity_weight**2"
"{_LONG} 2" = "1 - 2*prevalence**2"
"{_LONG} 3" = "toxicity_weight/4"
"""

IRRATIONAL = """
title = "Irrational ties"
[parameters]
u = ""
v = "-2 < v < 2"
[belief]
s = "1/2"
t = "rest"
[loss]
actions = ["flat", "square", "cubic"]
s = ["2", "u**2", "u**3 - 3*u + v"]
t = ["2", "u**2 + v", "0"]
"""

CHANCE_FIRST = """
title = "Chance comes first"
optimum = "max"
[parameters]
q = "0 <= q <= 1"
w = "w >= 0"
[tree]
root = "weather"
[tree.chance."weather"]
fine = ["q", "walk?"]
foul = ["rest", "drive?"]
[tree.decision."walk?"]
walk = "5"
drive = "w"
[tree.decision."drive?"]
walk = "1"
drive = "w - 1"
"""

RATIONAL = """
title = "Posteriors with denominators"
assume = ["a + b < 1"]
[parameters]
a = "a > 0"
b = "b > 0"
c = "c > 1"
[belief]
one = "a/(a + b)"
two = "rest"
[utility]
actions = ["left", "right", "wait"]
one = ["c", "0", "1/2"]
two = ["0", "1/(a + b)", "1/2"]
[experiment.look]
cost = "1/20"
outcomes = ["+", "-"]
one = ["9/10", "rest"]
two = ["1/5", "rest"]
"""

TIES_EVERYWHERE = """
title = "Two names for one thing"
[parameters]
p = "0 < p < 1"
[belief]
s = "p"
t = "rest"
[loss]
actions = ["this", "that", "other"]
s = ["1", "1", "2"]
t = ["2", "2", "1"]
"""

NO_LETTERS_NO_CHOICE = """
title = "One action"
[belief]
s = "1"
[loss]
actions = ["only"]
s = ["3/7"]
"""

KINKS = """
title = "Settle a claim, wait, or ask an expert"
[parameters]
p = "0 < p < 1"
c = "0 < c < 12"
[belief]
valid = "p"
void = "rest"
[loss]
actions = ["settle", "wait"]
valid = ["1", "min(max(c - 2, 0), 5) + piecewise(1/2, c >= 4, 0)"]
void = ["1", "piecewise(1/2, c >= 4, 0)"]
[experiment.expert]
cost = "1/8"
outcomes = ["for", "against"]
valid = ["4/5", "rest"]
void = ["1/5", "rest"]
"""

KINKED_TREE = """
title = "A target that is met later or missed"
optimum = "max"
[parameters]
x = "-3 < x < 3"
y = "-3 < y < 3"
[tree]
root = "aim?"
[tree.decision."aim?"]
aim = "wind"
leave = "-abs(x - 1)"
[tree.chance."wind"]
calm = ["1/2", "correct?"]
storm = ["rest", "-abs(x + y)"]
[tree.decision."correct?"]
correct = "-abs(x - y)/2"
wait = "max(x, y) - 2"
"""

POWER = """
title = "Trust a machine for n pieces, or test it"
[parameters]
p = "0 < p < 1"
c = "0 < c < 1"
n = "integer, 1 <= n <= 4"
[belief]
good = "rest"
worn = "p"
[loss]
actions = ["trust", "test"]
good = ["1 - (1 - p)**n", "c"]
worn = ["1", "c"]
"""

HARD = {
    "eight": EIGHT,
    "long": LONG,
    "irrational": IRRATIONAL,
    "chance_first": CHANCE_FIRST,
    "rational": RATIONAL,
    "ties_everywhere": TIES_EVERYWHERE,
    "one_action": NO_LETTERS_NO_CHOICE,
    "kinks": KINKS,
    "kinked_tree": KINKED_TREE,
    "power": POWER,
}
