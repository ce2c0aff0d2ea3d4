"""The goals and personas of a project, if nothing is wrong with them."""

from __future__ import annotations

from parley.domain.projects.evaluation import FOLDER, Evaluation
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.evaluations import load_evaluation
from parley.domain.projects.loading.source import Source
from parley.kit.errors import ParleyError


class EvaluationRefused(ParleyError):
    """The files of the evaluation cannot be used."""


def read_evaluation(bundle: Bundle, default_language: str) -> Evaluation:
    """Raises EvaluationRefused with everything that is wrong with the files: what is misspelt would hold whatever
    happens."""
    source = Source(bundle)
    found = load_evaluation(source, default_language)
    unknown = [key.problem for key in source.findings.keys.unknown() if key.path.startswith(f"{FOLDER}/")]
    problems = sorted({*source.findings.problems, *unknown})
    if problems:
        raise EvaluationRefused("\n".join(f"{each.path}:{each.line}: {each.message}" for each in problems))
    return found
