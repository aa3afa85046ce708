"""Which of these labelled functions is least, and where? This wing knows nothing of decisions.

A `Question` is a set of labelled functions on a domain and the parameter to solve for; its answer
is a `Rule`: cases in the other parameters, and in each case intervals of the parameter with the
label that attains the optimum there. One engine a module: `envelope` where every function is
affine in the parameter, `cells` where it is polynomial, `implicit` for regions without a
parameter singled out.
"""
