"""The only place that knows a vendor: a call ends in a Reply, or in one ProviderError that stops the run."""

from bench.clients.base import Client, Pacing, Reply, Request, Task, Unconnected
from bench.clients.open import open_client

__all__ = ["Client", "Pacing", "Reply", "Request", "Task", "Unconnected", "open_client"]
