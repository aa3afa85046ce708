"""The induction for every q: the stored transcript is what coqc says about the stored proof, where there is a coqc."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from symdt.claims.claim import judge
from symdt.paper.beyond.every_q import claims
from symdt.paper.beyond.every_q import proof as stored


@pytest.mark.skipif(shutil.which("coqc") is None, reason="no coqc here: Debian's package coq has it")
def test_coq_accepts_the_proof_and_says_what_the_transcript_says(tmp_path):
    source, transcript = stored.proof()
    (tmp_path / "any_q.v").write_text(source, encoding="utf-8")
    run = subprocess.run(
        ["coqc", "any_q.v"], cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    _, version, _, *said = transcript.splitlines()
    assert version.startswith("The Coq Proof Assistant")
    assert run.stdout.splitlines() == said


def test_a_changed_proof_is_noticed(monkeypatch):
    source, transcript = stored.proof()
    (claim,) = (c for c in claims.CLAIMS if c.id == "b-any-q")
    for changed in (
        (source.replace("0 <= d else d <= 0", "0 <= d else True"), transcript),
        (source, transcript + "\nFoo.bar\n"),
        (source + "\nAxiom easy : False.\n", transcript),
    ):
        monkeypatch.setattr(stored, "proof", lambda pair=changed: pair)
        assert judge(claim).verdict == "fails"


@pytest.mark.skipif(shutil.which("coqc") is None, reason="no coqc here: Debian's package coq has it")
def test_coq_rejects_a_false_rule(tmp_path):
    source, _ = stored.proof()
    (tmp_path / "wrong.v").write_text(
        source.replace("0 <= d else d <= 0", "d <= 0 else 0 <= d"), encoding="utf-8"
    )
    run = subprocess.run(["coqc", "wrong.v"], cwd=tmp_path, capture_output=True, timeout=900, check=False)
    assert run.returncode != 0
