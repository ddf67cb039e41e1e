"""A bounded GET, whatever the server does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bench.engines.http_get import get, root_of
from tests.server import Server


@contextmanager
def raw(reply: bytes, *, then_hang: bool = False) -> Iterator[str]:
    """A server that sends these bytes to whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ends = threading.Event()

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(reply)
                if then_hang:
                    ends.wait(30)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        ends.set()
        thread.join(5)


def test_a_success_has_its_body(server: Server) -> None:
    heard = get(f"{server.url}/models")
    assert heard.status == 200
    assert heard.json()["data"][0]["id"] == "test-model"


def test_an_error_status_is_told_and_is_no_trouble(server: Server) -> None:
    heard = get(f"{server.url}/nothing-here")
    assert (heard.status, heard.trouble) == (404, "")


def test_nobody_listening() -> None:
    heard = get("http://127.0.0.1:1/v1/models")
    assert heard.status == 0
    assert "refused" in heard.trouble


@pytest.mark.parametrize(
    "reply", [b"not HTTP at all\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nabc"]
)
def test_what_is_no_reply_is_trouble(reply: bytes) -> None:
    with raw(reply) as url:
        heard = get(url)
    assert heard.json() is None
    assert heard.status == 0
    assert heard.trouble


def test_a_server_that_never_ends_its_reply_is_left_in_time() -> None:
    with raw(b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\na", then_hang=True) as url:
        heard = get(url, timeout_s=0.3)
        assert heard.status == 0  # and the server hangs still
        assert heard.trouble


def test_a_redirect_is_not_followed() -> None:
    with raw(b"HTTP/1.1 302 Found\r\nlocation: http://elsewhere.invalid/\r\ncontent-length: 0\r\n\r\n") as url:
        assert get(url, key="secret").status == 302


@pytest.mark.parametrize("url", ["no address", "http://", "ftp://127.0.0.1/", "http://[::1"])
def test_what_is_no_address_is_trouble_too(url: str) -> None:
    assert get(url).trouble


def test_a_body_that_is_no_json_is_none() -> None:
    with raw(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n<htm>") as url:
        assert get(url).json() is None


@pytest.mark.parametrize("base", ["http://h:1/v1", "http://h:1/v1/", "http://h:1"])
def test_the_root_is_what_v1_stands_under(base: str) -> None:
    assert root_of(base) == "http://h:1"
