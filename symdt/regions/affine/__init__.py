"""The engine for functions that are affine in the parameter: envelopes over covers of the domain, and orderings."""
