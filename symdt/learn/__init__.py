"""The numeric wing: data → counts → local scores → posterior → network.

* `counts`, `sources`, `rows`: any kind of data to distinct rows with weights; one group-by count.
* `logs`, `cells`, `lattice`, `expand`, `dense`, `limited`, `kernel`, `jit`: all local scores of a child.
* `admissible`, `scores`: the parent sets that may be, and the posterior over them.
* `selection`, `compare`, `k2`: the Bayes network, beside the most probable one and K2's.
* `forecast`, `run`, `resume`: what it will cost, on how many cores, and going on after a stop.
* `exact`: the same posterior in rational numbers, as the belief of any decision problem.
* `network_io`, `estimator`, `command`: out to other tools, to scikit-learn style code, to the command line.
"""
