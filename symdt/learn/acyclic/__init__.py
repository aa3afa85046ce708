"""The decision without an order: which DAG to choose, given the probabilities of the arcs.

* `equivalence`: DAGs as masks of parents, their classes, the orders that agree with them.
* `choice`, `choice_kernel`, `cuts`, `relaxed`, `local_orders`: the acyclic choice of arcs with the greatest sum of gains.
* `amounts`, `arc_table`: numbers as they were given, and arc probabilities from anybody.
* `bayes`, `ratio_path`, `dag_text`: the Bayes DAG, for every loss ratio, as text.
"""
