"""Firefox by WebDriver BiDi: a browser started without a window, a page opened, its script asked.

The protocol is JSON over a WebSocket, which Firefox offers itself with `--remote-debugging-port`; no driver
beside it is needed. The socket below speaks the part of RFC 6455 that this takes: one text at a time.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

#: Seconds until an answer must be there.
PATIENCE = 120.0


def firefox() -> str:
    """The programme, or a skip that says so."""
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        pytest.skip("no Firefox is on this machine: the page is not opened in it here")
    return found


class Firefox:
    """A running Firefox with one page; used with `with`."""

    def __init__(self) -> None:
        programme = firefox()
        self.profile = tempfile.mkdtemp(prefix="symdt-firefox-")
        self.told = Path(self.profile) / "told"  # a file: a pipe that nobody reads would fill up, and stop it
        command = [programme, "--headless", "--no-remote", "--profile", self.profile]
        with self.told.open("wb") as told:
            self.process = subprocess.Popen(
                [*command, "--remote-debugging-port", "0", "about:blank"],
                stdout=subprocess.DEVNULL,
                stderr=told,
                env={**os.environ, "MOZ_HEADLESS": "1", "HOME": self.profile},
            )
        self.count = 0
        self.requests: list[str] = []
        self.errors: list[str] = []
        try:
            self.socket = _Socket("127.0.0.1", self._port(), "/session")
            self.ask("session.new", capabilities={})
            self.ask("session.subscribe", events=["network.beforeRequestSent", "log.entryAdded"])
            self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.close()
            raise

    def _port(self) -> int:
        """The port on which it listens, which it says once it does."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            found = re.search(
                r"WebDriver BiDi listening on ws://[^:]+:(\d+)\s", self.told.read_text("utf-8", "replace")
            )
            if found:
                return int(found.group(1))
            time.sleep(0.1)
        raise RuntimeError("Firefox does not say on which port it listens")

    def ask(self, method: str, **params: Any) -> Any:
        """What it answers to a command; events that come before it are kept."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.receive())
            if said.get("method") == "network.beforeRequestSent":
                self.requests.append(said["params"]["request"]["url"])
            elif said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(str(said["params"]["text"]))
            elif said.get("id") == self.count:
                if said["type"] == "error":
                    raise RuntimeError(f"{said['error']}: {said['message']}")
                return said["result"]

    def open(self, address: str) -> None:
        """Go to a page and wait until its first picture stands."""
        # a browser that has just begun may still put its first, empty page in the place of this one
        for wait in (0.0, 1.0, 5.0, 20.0):
            time.sleep(wait)
            self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")
            if self.script("'symdt' in window"):
                break
        self.script("window.symdt.ready.then(() => true)")

    def blank(self) -> None:
        """Leave the page."""
        self.ask("browsingContext.navigate", context=self.context, url="about:blank", wait="complete")

    def script(self, code: str) -> Any:
        """The value of an expression in the page, through JSON."""
        done = self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({code}).then(v => JSON.stringify(v ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise RuntimeError(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    def sized(self, width: int, height: int) -> None:
        """Give the page this width and height."""
        self.ask(
            "browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height}
        )

    def picture(self) -> bytes:
        """The whole page as a PNG."""
        found = self.ask("browsingContext.captureScreenshot", context=self.context, origin="document")
        return base64.b64decode(found["data"])

    def close(self) -> None:
        """End it, and take its profile away."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(20)
        if hasattr(self, "socket"):
            self.socket.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self) -> Firefox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Socket:
    """A WebSocket to this machine: texts to and fro."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.socket.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.held = b""
        while b"\r\n\r\n" not in self.held:
            self.held += self._more()
        answer, _, self.held = self.held.partition(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise RuntimeError(f"no WebSocket: {answer[:80]!r}")

    def _more(self) -> bytes:
        found = self.socket.recv(65536)
        if not found:
            raise RuntimeError("the browser has closed the connection")
        return found

    def send(self, text: str) -> None:
        body, mask = text.encode(), os.urandom(4)
        size = len(body)
        head = b"\x81" + (
            bytes([0x80 | size])
            if size < 126
            else bytes([0xFE]) + size.to_bytes(2, "big")
            if size < 65536
            else bytes([0xFF]) + size.to_bytes(8, "big")
        )
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(body)))

    def receive(self) -> str:
        text = b""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
            body = self._take(size)
            if first & 15 in (0, 1):
                text += body
                if first & 128:
                    return text.decode()
            elif first & 15 == 9:  # a ping wants its pong
                self.socket.sendall(b"\x8a\x80\0\0\0\0")
            elif first & 15 == 8:
                raise RuntimeError("the browser has closed the connection")

    def _take(self, count: int) -> bytes:
        while len(self.held) < count:
            self.held += self._more()
        found, self.held = self.held[:count], self.held[count:]
        return found

    def close(self) -> None:
        self.socket.close()
