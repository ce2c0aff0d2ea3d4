"""A real Chromium without a window, driven over its own debugging protocol: nothing but a WebSocket between."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import shutil
import tempfile
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import websockets

from tests.waiting import until

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-extensions",
    "--disable-default-apps",
    # Pages that tests make up count as public, and ours are on this machine.
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    # A microphone that beeps, and that nobody has to be asked for.
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    "--allow-loopback-in-peer-connection",
    "--autoplay-policy=no-user-gesture-required",
    "--mute-audio",
    "--lang=en-US",
    "--remote-debugging-port=0",
)
PATIENCE = 60.0

# Timers that a test can let pass: they also run by themselves.
CLOCK = """
(() => {
  const real = { set: setTimeout.bind(window), clear: clearTimeout.bind(window), now: Date.now.bind(Date) };
  const timers = new Map();
  let skipped = 0, ids = 1_000_000;
  Date.now = () => real.now() + skipped;
  window.setTimeout = (act, ms = 0, ...rest) => {
    const id = ids++, run = () => { timers.delete(id); act(...rest); };
    timers.set(id, { at: Date.now() + ms, run, timer: real.set(run, ms) });
    return id;
  };
  window.clearTimeout = (id) => {
    if (timers.has(id)) real.clear(timers.get(id).timer); else real.clear(id);
    timers.delete(id);
  };
  window.passTime = async (ms) => {
    const end = Date.now() + ms;
    for (;;) {
      const due = [...timers.values()].filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      skipped = Math.max(skipped, due.at - real.now());
      real.clear(due.timer);
      due.run();
      await new Promise((resolve) => real.set(resolve, 5));
    }
    skipped = Math.max(skipped, end - real.now());
  };
})();
"""


class PageError(Exception):
    """A script that a test ran in the page failed."""


class Chromium:
    """One browser. Pages of different contexts know nothing of each other, as in windows of different users."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._pages: dict[str, Page] = {}
        self._reading = asyncio.create_task(self._read())
        self._handling: set[asyncio.Task[None]] = set()

    async def call(self, method: str, session: str | None = None, **params: Any) -> Any:
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(
            json.dumps(
                {"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})}
            )
        )
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def context(self) -> str:
        found: str = (await self.call("Target.createBrowserContext"))["browserContextId"]
        return found

    async def page(self, context: str, width: int = 1000, height: int = 800) -> Page:
        target = await self.call("Target.createTarget", url="about:blank", browserContextId=context)
        session = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = self._pages[session["sessionId"]] = Page(self, session["sessionId"], target["targetId"])
        await page.prepare(width, height)
        return page

    async def aclose(self) -> None:
        with suppress(Exception):
            await self.call("Browser.close")
        await self._socket.close()
        await asyncio.wait([self._reading])

    async def _read(self) -> None:
        with suppress(websockets.ConnectionClosed):
            async for text in self._socket:
                message = json.loads(text)
                if "id" in message:
                    self._settle(message)
                elif (page := self._pages.get(message.get("sessionId", ""))) is not None:
                    self._start(page.hear(message["method"], message["params"]))

    def _settle(self, message: dict[str, Any]) -> None:
        answer = self._answers.pop(message["id"])
        if answer.done():
            return
        if "error" in message:
            answer.set_exception(PageError(message["error"]["message"]))
        else:
            answer.set_result(message["result"])

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._handling.add(task)
        task.add_done_callback(self._handling.discard)


class Page:
    def __init__(self, browser: Chromium, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target
        self.problems: list[str] = []
        """What the page complained of: exceptions, and what its policy forbade."""
        self._made_up: dict[str, tuple[str, Mapping[str, str]]] = {}

    async def prepare(self, width: int, height: int) -> None:
        for domain in ("Page", "Runtime", "Network", "Log"):
            await self.call(f"{domain}.enable")
        await self.size(width, height)
        # Every page thinks that it is in front.
        await self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    async def size(self, width: int, height: int, *, mobile: bool = False) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        await self.call("Emulation.setDeviceMetricsOverride", **metrics)

    async def call(self, method: str, **params: Any) -> Any:
        return await self._browser.call(method, self._session, **params)

    async def open(self, url: str) -> None:
        await self.call("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def reload(self) -> None:
        await self.run("window.isOld = true")
        await self.call("Page.reload")
        await self.until("!window.isOld && document.readyState === 'complete'")

    async def make_up(self, url: str, html: str, **headers: str) -> None:
        """A site of somebody's: what is at that address is this."""
        self._made_up[url] = (html, headers)
        await self.call("Fetch.enable", patterns=[{"urlPattern": each} for each in self._made_up])

    async def run(self, script: str) -> Any:
        """The value of an expression, or of what it promises."""
        result = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if (wrong := result.get("exceptionDetails")) is not None:
            raise PageError(wrong.get("exception", {}).get("description") or wrong["text"])
        return result["result"].get("value")

    async def until(self, condition: str, seconds: float = PATIENCE) -> None:
        async def holds() -> bool:
            try:
                return bool(await self.run(f"Boolean({condition})"))
            except PageError:  # it is between two documents
                return False

        try:
            await until(holds, seconds)
        except AssertionError:
            raise AssertionError(f"never: {condition}; problems: {self.problems}") from None

    async def offline(self, is_offline: bool) -> None:
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        await self.call("Network.emulateNetworkConditions", offline=is_offline, **speed)

    async def with_clock(self) -> None:
        """From the next document on."""
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=CLOCK)

    async def language(self, code: str) -> None:
        await self.call("Emulation.setUserAgentOverride", userAgent="Mozilla/5.0 test", acceptLanguage=code)

    async def scheme(self, name: str) -> None:
        await self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    async def key(self, key: str) -> None:
        named = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "Backspace": (8, ""), "ArrowLeft": (37, "")}
        number, text = named.get(key) or (ord(key.upper()), key)
        common = {"key": key, "code": key, "windowsVirtualKeyCode": number}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        await self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    async def write(self, text: str) -> None:
        await self.call("Input.insertText", text=text)

    async def screenshot(self, path: Path) -> None:
        shot = await self.call("Page.captureScreenshot", format="png")
        await asyncio.to_thread(path.write_bytes, base64.b64decode(shot["data"]))

    async def aclose(self) -> None:
        await self._browser.call("Target.closeTarget", targetId=self._target)

    async def hear(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.problems.append(params["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Log.entryAdded" and params["entry"]["source"] == "security":
            self.problems.append(params["entry"]["text"])
        elif method == "Fetch.requestPaused":
            await self._fulfil(params)

    async def _fulfil(self, params: dict[str, Any]) -> None:
        html, headers = self._made_up[params["request"]["url"]]
        given = {"content-type": "text/html; charset=utf-8", **{k.replace("_", "-"): v for k, v in headers.items()}}
        await self.call(
            "Fetch.fulfillRequest",
            requestId=params["requestId"],
            responseCode=200,
            responseHeaders=[{"name": name, "value": value} for name, value in given.items()],
            body=base64.b64encode(html.encode()).decode(),
        )


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Chromium]:
    program = shutil.which("chromium")
    assert program is not None, "scripts/install-peers installs it"
    folder = Path(tempfile.mkdtemp(prefix="parley-chromium-"))
    process = await asyncio.create_subprocess_exec(
        program, *FLAGS, *flags, f"--user-data-dir={folder}", stdout=DEVNULL, stderr=DEVNULL,
        env={**os.environ, "HOME": str(folder), "TZ": "UTC"}, start_new_session=True,
    )  # fmt: skip
    try:
        address = await _address(folder, process)
        browser = Chromium(await websockets.connect(address, max_size=None, proxy=None))
        try:
            yield browser
        finally:
            await browser.aclose()
    finally:
        await _end(process)
        shutil.rmtree(folder, ignore_errors=True)


async def _address(folder: Path, process: asyncio.subprocess.Process) -> str:
    said = folder / "DevToolsActivePort"

    async def is_said() -> bool:
        assert process.returncode is None, "it ended before it was there"
        return said.exists() and said.read_text().count("\n") >= 1

    await until(is_said, 60)
    port, path = said.read_text().split("\n")[:2]
    return f"ws://127.0.0.1:{port}{path}"


async def _end(process: asyncio.subprocess.Process) -> None:
    try:
        async with asyncio.timeout(5):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        await process.wait()
