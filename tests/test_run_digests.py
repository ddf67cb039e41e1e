"""The digests that a summary takes of the files it was computed from."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bench.records import Summary
from bench.run_digests import run_digests
from bench.scoring import score
from tests.runs import write_dataset, write_run


def test_a_summary_holds_the_digest_of_every_file_it_was_computed_from(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"))
    score(run)
    log = Summary.model_validate_json((run / "summary.json").read_bytes()).log
    assert log is not None
    for name, digest in (("manifest.json", log.manifest), ("answers.jsonl", log.answers), ("votes.jsonl", log.votes)):
        assert digest == hashlib.sha256((run / name).read_bytes()).hexdigest()
    assert log.others == {}


def test_a_log_that_is_not_there_is_empty_and_other_files_count_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    (tmp_path / "intents.jsonl").write_text("x\n", encoding="utf-8")
    digests = run_digests(tmp_path)
    assert digests.answers == digests.votes == hashlib.sha256(b"").hexdigest()
    assert digests.others == {"intents.jsonl": hashlib.sha256(b"x\n").hexdigest()}
