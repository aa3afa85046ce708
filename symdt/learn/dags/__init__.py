"""Networks without an order: exact posteriors over all DAGs, and the DAG of least expected loss."""
