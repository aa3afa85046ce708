"""Networks without an order: exact posteriors over all DAGs.

* `families`: the weight of every parent set, from 2^n local scores.
* `scaled`, `sinks`, `orders`, `kernel_sums`: sums over all DAGs and all orders, compiled; `balls`: the
  same in ball arithmetic, for few variables; `shares`: what they give.
* `over_dags`, `most_probable`: the posterior of arcs, edges, ancestors, v-structures, DAGs and classes.
* `without_order`: with the decision of `symdt.learn.acyclic`, what `select_network(data)` gives.
"""
