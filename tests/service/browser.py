"""Headless Chromium, spoken to over a pipe: enough to open a page, ask it questions and see what it requested."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

COMMAND = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

WAIT = """
new Promise((done, fail) => {
  const end = Date.now() + 15000;
  const look = () => {
    let found = false;
    try { found = !!(EXPRESSION); } catch (error) { found = false; }
    if (found) done(true);
    else if (Date.now() > end) fail(new Error("waited in vain for EXPRESSION"));
    else setTimeout(look, 20);
  };
  look();
})
"""


class Browser:
    """A page. requested: the URLs that it asked for. said: what it wrote to its console, errors included."""

    def __init__(self, commands: int, answers: BinaryIO) -> None:
        self._commands = commands
        self._answers = answers
        self._last = 0
        self._session: str | None = None
        self.requested: list[str] = []
        self.said: list[str] = []
        target = self._tell("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._tell("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._tell(f"{domain}.enable")

    def before_each_page(self, script: str) -> None:
        """Run a script on each page before its own ones."""
        self._tell("Page.addScriptToEvaluateOnNewDocument", source=script)

    def open(
        self,
        url: str,
        *,
        width: int = 1200,
        height: int = 1000,
        is_dark: bool = False,
        zone: str = "UTC",
    ) -> None:
        self._tell(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self._tell("Emulation.setEmulatedMedia", features=[scheme])
        self._tell("Emulation.setTimezoneOverride", timezoneId=zone)
        self._tell("Page.navigate", url=url)
        self.until("document.readyState === 'complete'")

    def ask(self, expression: str) -> Any:
        """The value of an expression on the page, a promise's included."""
        found = self._tell(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression holds, on the page that another one leads to as well."""
        while True:
            try:
                self.ask(WAIT.replace("EXPRESSION", expression))
                return
            except AssertionError as error:
                if "navigated" not in str(error):
                    raise

    def picture(self) -> str:
        """The page as it looks, PNG in base64."""
        taken: str = self._tell("Page.captureScreenshot", format="png", captureBeyondViewport=True)[
            "data"
        ]
        return taken

    def quit(self) -> None:
        self._session = None
        self._send("Browser.close", {})

    def _tell(self, method: str, **params: Any) -> dict[str, Any]:
        number = self._send(method, params)
        while True:
            message = self._next()
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def _send(self, method: str, params: dict[str, Any]) -> int:
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        return self._last

    def _next(self) -> dict[str, Any]:
        parts = bytearray()
        while (byte := self._answers.read(1)) != b"\0":
            assert byte, "the browser is gone"
            parts += byte
        message: dict[str, Any] = json.loads(parts)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requested.append(params["request"]["url"])
            case "Runtime.consoleAPICalled":
                self.said.append(
                    " ".join(
                        str(part.get("value", part.get("description"))) for part in params["args"]
                    )
                )
            case "Log.entryAdded":
                self.said.append(params["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.said.append(
                    str(params["exceptionDetails"].get("exception", {}).get("description"))
                )


@contextmanager
def browser() -> Iterator[Browser]:
    """A fresh Chromium with a profile of its own."""
    assert COMMAND is not None
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        os.fdopen(from_read, "rb") as answers,
    ):
        # Chromium reads its commands from 3 and answers on 4.
        start = f"import os, sys; os.dup2({to_read}, 3); os.dup2({from_write}, 4); os.execv(sys.argv[1], sys.argv[1:])"
        process = subprocess.Popen(
            [sys.executable, "-c", start, COMMAND, *QUIET, f"--user-data-dir={profile}"],
            pass_fds=(to_read, from_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(from_write)
        try:
            page = Browser(to_write, answers)
            yield page
            page.quit()
        finally:
            os.close(to_write)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
