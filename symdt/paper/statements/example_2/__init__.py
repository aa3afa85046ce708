"""Example 2: `problem` has its objects, `risks`, `rule` and `table_3` have what the paper says about them."""
