"""Parameters that a model has refused, remembered beside the runs, so that they are not sent again.

Guarantees: what is remembered holds for one model at one address; a parameter that a person sets is sent all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bench.config import Endpoint, ModelSpec
from bench.errors import LogError
from bench.log import write_whole
from bench.records.refusals import Refusal, RefusalLog

FILE = "refused_parameters.json"
"""In the folder of runs."""


@dataclass(frozen=True)
class Refused:
    """What one model at one address refuses, of the parameters that it would be sent."""

    model: ModelSpec
    refusals: Mapping[str, Refusal]

    @property
    def overrides(self) -> dict[str, Any]:
        """The same as overrides of the model's parameters: what is refused is taken out, or sent by its other name."""
        sent = [self.model.params[name] for name in self.refusals if name in self.model.params]
        renamed = {r.instead: sent[0] for r in self.refusals.values() if r.instead and sent}
        return {**renamed, **dict.fromkeys(self.refusals)}

    def notices(self, given: Mapping[str, Any]) -> Iterator[str]:
        """A sentence for each refused parameter that is not sent; those `given` by the person are."""
        overrides = self.overrides
        for name, refusal in self.refusals.items():
            if name not in given:
                renamed = overrides.get(refusal.instead) is not None
                how = f"is sent as {refusal.instead}" if renamed else "is not sent"
                yield f"{self.model.spec} refused the parameter {name} on {refusal.day}: it {how}."


class Refusals:
    """The file of refused parameters in a folder of runs."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @staticmethod
    def beside(runs: Path) -> Refusals:
        """Those remembered in the folder `runs`."""
        return Refusals(runs / FILE)

    def of(self, model: ModelSpec, endpoint: Endpoint) -> Refused:
        """What is remembered of a model. Raises LogError where the file cannot be read."""
        return Refused(model, self._read().models.get(_key(model, endpoint), {}))

    def remember(self, model: ModelSpec, endpoint: Endpoint, name: str, refusal: Refusal) -> None:
        """Add one. Raises LogError where the file cannot be written."""
        log = self._read()
        known = {**log.models.get(_key(model, endpoint), {}), name: refusal}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(f"The folder {self._path.parent} cannot be made: {error.strerror}.") from error
        write_whole(self._path, RefusalLog(models={**log.models, _key(model, endpoint): known}))

    def _read(self) -> RefusalLog:
        try:
            return RefusalLog.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return RefusalLog()
        except (OSError, ValidationError) as error:
            said = error.strerror if isinstance(error, OSError) else "it is not what the suite writes"
            raise LogError(f"{self._path} cannot be read ({said}): delete it, and refusals are found anew.") from error


def _key(model: ModelSpec, endpoint: Endpoint) -> str:
    return f"{model.spec}@{endpoint.base_url}"
