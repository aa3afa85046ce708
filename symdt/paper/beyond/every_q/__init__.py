"""The induction for every q: `any_q.v` is its proof in Coq, `transcript.txt` what coqc said, `claims` what follows.

The transcript is written by `coqc`, and begins with the SHA-256 of the file that was compiled, so that a changed
proof without a new transcript is noticed where there is no Coq; where there is, the tests compile it again.
"""
