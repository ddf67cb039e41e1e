"""The model registry: the file that ships with the suite, and what a person's own files put in its place.

`bench/models.toml` is the one place that knows models. Nothing here opens a connection.
"""

from __future__ import annotations

import datetime
import functools
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError

from bench.errors import ConfigError
from bench.records import Record
from bench.records.engine import EngineSettings

Wire = Literal["openai", "anthropic", "baseline"]
BASELINES = ("extractive", "always-abstain", "oracle", "echo")
LOCAL_SERVERS = frozenset({"vllm", "ollama", "llamacpp"})
"""Endpoints on a machine of one's own: open weights, and no batches."""
VENDOR_HOSTS = {"openai": "api.openai.com", "anthropic": "api.anthropic.com"}
"""Hosts of the endpoints without an address of their own, whose SDKs know it."""
FOLDER = "rag-generator-bench"
VARIABLE = "BENCH_REGISTRY"
"""Names a further registry file for every command; `--registry` names one for a run."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where calls go. `base_url` is empty for a vendor's own default; the key is never shown."""

    name: str
    wire: Wire
    base_url: str = ""
    key_env: str = ""
    key_required: bool = True
    api_key: SecretStr | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    """What it is known to allow; None where that is not known."""
    given: bool = False
    """Whether the address is the user's own and not the registry's."""
    notice: str = ""
    """What a person should know about this address and its key; empty for nothing."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model as it will be asked. `params` is exactly what is sent, besides model, messages and schema."""

    spec: str
    name: str
    title: str
    alias: str | None = None
    family: str = ""
    weights: Literal["open", "closed", "unknown", "none"] = "closed"
    reasoning: bool = False
    accepts: frozenset[str] = frozenset()
    """Parameters that it is taken to accept; the suite sets no other by itself."""
    efforts: tuple[str, ...] = ()
    """What its effort of thinking may be, smallest first; () where that is not known."""
    params: Mapping[str, Any] = field(default_factory=dict)
    context_tokens: int | None = None
    price_input: float | None = None
    """USD per million prompt tokens; None where no source was found."""
    price_output: float | None = None
    price_cached: float | None = None
    """USD per million prompt tokens that the provider read from its cache; None: not known."""
    price_written: float | None = None
    """USD per million prompt tokens that it wrote there; None: not known."""
    engine: EngineSettings = field(default_factory=EngineSettings)
    """How a server of one's own is started with it."""
    shutdown: datetime.date | None = None
    """The day on which its maker stops answering; None where none is known."""
    successor: str = ""


class EndpointEntry(Record):
    """One `[endpoints.NAME]` table of models.toml."""

    wire: Wire
    base_url: str = ""
    base_url_env: str = ""
    """A variable that gives the address, as the maker's own SDK reads it; its key then goes there."""
    key_env: str = ""
    key_required: bool = True
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_completion_tokens"
    """What a model is sent that is not listed."""


class Rates(Record):
    """USD per million tokens. `cached`, `written`: prompt tokens read from and written to the provider's cache; null:
    not known, so that a call with such tokens has no known cost."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    written: float | None = Field(default=None, ge=0)


class _NextRates(Rates):
    starts: datetime.date


class _Price(Rates):
    as_of: str
    source: str
    next: _NextRates | None = None


class ModelEntry(Record):
    """One `[models.ALIAS]` table of models.toml."""

    spec: str
    title: str
    family: str
    weights: Literal["open", "closed"]
    reasoning: bool
    accepts: tuple[str, ...]
    efforts: tuple[str, ...] = ()
    params: dict[str, Any] = Field(default_factory=dict)
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    max_output_tokens: int = Field(default=4096, gt=0)
    context_tokens: int | None = Field(default=None, gt=0)
    price: _Price | None = None
    shutdown: datetime.date | None = None
    successor: str = ""
    read: str = ""
    source: str = ""
    in_lit_table_1: bool = False
    engine: EngineSettings = EngineSettings()

    def rates(self, day: datetime.date) -> Rates | None:
        """The price on a day; None where the entry has none."""
        if self.price and self.price.next and day >= self.price.next.starts:
            return self.price.next
        return self.price


class Registry(Record):
    """models.toml, checked: unknown keys are refused."""

    default_judges: tuple[str, ...] = Field(min_length=1)
    endpoints: dict[str, EndpointEntry]
    models: dict[str, ModelEntry]


class _OwnRegistry(Record):
    """A file of a person's own: any part of a registry."""

    default_judges: tuple[str, ...] = ()
    endpoints: dict[str, EndpointEntry] = Field(default_factory=dict)
    models: dict[str, ModelEntry] = Field(default_factory=dict)


def own_file() -> Path:
    """The registry file in the user's configuration folder, whether it is there or not."""
    home = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / FOLDER / "models.toml"


def load_registry(path: Path | None = None) -> Registry:
    """The registry that ships with the package, with the entries of the user's own files in the place of its own.

    These are `own_file()` where it is there, the file that the variable BENCH_REGISTRY names, and `path`; the later
    comes first. Raises ConfigError with every fault at once where a file does not fit, and where an endpoint would
    send the key of another one's to a host that is not that one's.
    """
    files = [own_file()] if own_file().is_file() else []
    files += [Path(named)] if (named := os.environ.get(VARIABLE, "").strip()) else []
    files += [path] if path else []
    return _merged(tuple((file.absolute(), _changed(file)) for file in files))


def host_of(entry: EndpointEntry, name: str) -> str:
    """The host of an endpoint; empty where the user gives its address."""
    return urlsplit(entry.base_url).hostname or ("" if entry.base_url else VENDOR_HOSTS.get(name, ""))


def belongs(host: str, home: str) -> bool:
    """Whether a key for `home` may be sent to `host`: it is that host, or one below it."""
    return host == home or host.endswith(f".{home}")


def _changed(path: Path) -> int:
    """When a file was last written, so that one that is changed in between is read again; 0 where it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@functools.cache
def _merged(files: tuple[tuple[Path, int], ...]) -> Registry:
    shipped: Registry = _read(Path(__file__).parent.parent / "models.toml", Registry)
    merged = shipped
    for path, _ in files:
        own = _read(path, _OwnRegistry)
        _refuse_foreign_keys(path, own, shipped)
        merged = Registry(
            default_judges=own.default_judges or merged.default_judges,
            endpoints={**merged.endpoints, **own.endpoints},
            models={**merged.models, **own.models},
        )
        _refuse_dangling(path, merged)
    _refuse_dangling(Path("models.toml"), merged)
    return merged


def _read(path: Path, shape: type[Record]) -> Any:
    try:
        return shape.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"The model registry {path} cannot be read: {said}.") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ConfigError(f"The model registry {path} has faults: {faults}.") from error


def _refuse_dangling(path: Path, registry: Registry) -> None:
    """Everything that an entry names is there."""
    faults = [
        f"default_judges: unknown model {name!r}" for name in registry.default_judges if name not in registry.models
    ]
    for alias, entry in registry.models.items():
        endpoint = entry.spec.partition(":")[0]
        if endpoint not in registry.endpoints:
            faults.append(f"models.{alias}.spec: unknown endpoint {endpoint!r}")
        if entry.successor and entry.successor not in registry.models:
            faults.append(f"models.{alias}.successor: unknown model {entry.successor!r}")
    if faults:
        raise ConfigError(f"The model registry {path} has faults: {'; '.join(faults)}.")


def _refuse_foreign_keys(path: Path, own: _OwnRegistry, shipped: Registry) -> None:
    homes = {e.key_env: host_of(e, name) for name, e in shipped.endpoints.items() if e.key_env and host_of(e, name)}
    faults = []
    for name, entry in own.endpoints.items():
        home = homes.get(entry.key_env, "")
        host = host_of(entry, name)
        if home and not _local(home) and "{" not in home and not belongs(host, home):
            faults.append(
                f"endpoints.{name}.key_env: {entry.key_env} is the key of {home} and is not sent to {host or 'an '}"
                f"{'' if host else 'address given later'}; name another variable"
            )
    if faults:
        raise ConfigError(f"The model registry {path} has faults: {'; '.join(faults)}.")


def _local(host: str) -> bool:
    return host in {"localhost", "127.0.0.1", "::1"}
