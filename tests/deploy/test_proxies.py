"""The samples for TLS proxies: their own programs take them, and what Parley needs comes through them."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from parley.kit import tasks
from tests.certificates import Authority
from tests.deploy.image import REPOSITORY
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("proxies")]

SAMPLES = REPOSITORY / "deploy" / "proxy"
SITES = {
    "us-1.platform.example.com": 8080,
    "us.build.example.com": 8081,
    "console.example.com": 8081,
    "us-1.messaging.example.com": 8083,
    "messaging.example.com": 8083,
    "voice.example.com": 8082,
}


PLAIN, TLS = 18080, 18443
"""Of an address that is nobody else's, and no ports that the kernel gives away."""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A program, how it tries its configuration, and how it is run with it."""

    program: str
    sample: str
    adapt: Callable[[str, Path, str], str]
    check: tuple[str, ...]
    run: tuple[str, ...]


def for_nginx(text: str, folder: Path, address: str) -> str:
    text = "\n".join(line for line in text.splitlines() if "[::]" not in line)
    for name in ("fullchain", "privkey"):
        text = text.replace(f"/etc/ssl/parley/{name}.pem", str(folder / "example.com.pem"))
    text = text.replace("listen 80;", f"listen {address}:{PLAIN};").replace("listen 443", f"listen {address}:{TLS}")
    temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{name}_temp_path {folder / name};\n" for name in temporary)
    around = f"pid {folder}/pid;\nerror_log stderr;\ndaemon off;\nworker_processes 1;\nevents {{}}\n"
    return f"{around}http {{\naccess_log off;\n{paths}{text}\n}}\n"


def for_caddy(text: str, folder: Path, address: str) -> str:
    ports = f"http_port {PLAIN}\nhttps_port {TLS}\ndefault_bind {address}\n"
    return f"{{\n{ports}admin off\nlocal_certs\nskip_install_trust\nstorage file_system {folder}\n}}\n{text}"


def for_haproxy(text: str, folder: Path, address: str) -> str:
    text = text.replace("/etc/haproxy/parley.pem", str(folder / "example.com.pem"))
    text = text.replace("maxconn 20000", "maxconn 200").replace("/dev/log", "stdout")  # of an ordinary user
    return text.replace("bind :80\n", f"bind {address}:{PLAIN}\n").replace("bind :443", f"bind {address}:{TLS}")


CADDY = ("--adapter", "caddyfile", "--config")
PROXIES = [
    Proxy("nginx", "nginx.conf", for_nginx, ("-t", "-c"), ("-c",)),
    Proxy("caddy", "Caddyfile", for_caddy, ("validate", *CADDY), ("run", *CADDY)),
    Proxy("haproxy", "haproxy.cfg", for_haproxy, ("-c", "-f"), ("-db", "-f")),
]


@dataclass(slots=True)
class Service:
    """Stands for Parley: says what it was asked with, streams on request, and echoes."""

    may_go_on: asyncio.Event = field(default_factory=asyncio.Event)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/readyz", self.ready),
                Route("/asked", self.asked, methods=["GET", "POST"]),
                Route("/events", self.events),
                WebSocketRoute("/ws", self.echo),
            ]
        )

    async def ready(self, _request: Request) -> JSONResponse:
        return JSONResponse({})

    async def asked(self, request: Request) -> JSONResponse:
        return JSONResponse({"headers": dict(request.headers), "port": request.scope["server"][1]})

    async def events(self, _request: Request) -> StreamingResponse:
        async def stream() -> AsyncIterator[bytes]:
            yield b"data: one\n\n"
            await self.may_go_on.wait()
            yield b"data: two\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def echo(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(f"{socket.headers['host']}: {await socket.receive_text()}")
        await socket.close()


@dataclass(frozen=True, slots=True)
class Front:
    """The proxy, with the service behind all of its sites."""

    service: Service
    ports: dict[int, int]
    """By the port that the samples name, the one that is really served."""
    address: str

    async def get(self, client: httpx.AsyncClient, host: str, path: str, **headers: str) -> httpx.Response:
        return await client.get(self.url(path), headers={"Host": host, **headers}, extensions={"sni_hostname": host})

    def url(self, path: str) -> str:
        return f"https://{self.address}:{TLS}{path}"


def anybody() -> ssl.SSLContext:
    """Trusts every certificate: whose it is matters to nobody here."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@pytest.fixture(params=PROXIES, ids=lambda proxy: proxy.program)
async def front(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Front]:
    proxy: Proxy = request.param
    program = shutil.which(proxy.program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert program is not None, f"no {proxy.program} here: run scripts/install-peers"
    service = Service()
    async with behind(service) as ports:
        address = "127.77.{}.{}".format(*divmod(os.getpid() % 65000, 256))
        text = (SAMPLES / proxy.sample).read_text()
        for named, real in ports.items():
            assert f"127.0.0.1:{named}" in text
            text = text.replace(f"127.0.0.1:{named}", f"127.0.0.1:{real}")
        Authority(tmp_path).certificate("example.com", *SITES)
        file = tmp_path / proxy.sample
        file.write_text(proxy.adapt(text, tmp_path, address))
        try_configuration([program, *proxy.check, str(file)])
        async with running([program, *proxy.run, str(file)], tmp_path, address):
            yield Front(service, ports, address)


def try_configuration(command: list[str]) -> None:
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@asynccontextmanager
async def behind(service: Service) -> AsyncIterator[dict[int, int]]:
    listeners = {named: socket.create_server(("127.0.0.1", 0)) for named in sorted(set(SITES.values()))}
    server = uvicorn.Server(uvicorn.Config(service.app(), log_config=None, lifespan="off", proxy_headers=False))
    task = tasks.start(server.serve(sockets=list(listeners.values())), "service")
    try:
        yield {named: listener.getsockname()[1] for named, listener in listeners.items()}
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def running(command: list[str], folder: Path, address: str) -> AsyncIterator[None]:
    printed = folder / "printed"
    with printed.open("wb") as out:
        process = await asyncio.create_subprocess_exec(*command, stdout=out, stderr=out, env={"HOME": str(folder)})

    async def answers() -> bool:
        assert process.returncode is None, printed.read_text()
        try:
            _, writer = await asyncio.open_connection(address, TLS, ssl=anybody(), server_hostname="voice.example.com")
        except OSError:
            return False
        writer.close()
        return True

    try:
        await until(answers)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def test_every_site_leads_to_its_service_and_says_who_asks(front: Front) -> None:
    async with httpx.AsyncClient(verify=anybody(), timeout=30) as client:
        for host, named in SITES.items():
            forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
            answer = (await front.get(client, host, "/asked", **forged)).json()
            assert answer["port"] == front.ports[named], host
            # Regions are read from the host; and nobody chooses their own address.
            assert answer["headers"]["host"] == host
            assert answer["headers"]["x-forwarded-proto"] == "https"
            assert answer["headers"]["x-forwarded-for"].startswith("127."), answer["headers"]


async def test_words_come_while_they_are_said(front: Front) -> None:
    """The second event is not sent before the first has come through."""
    host = "us-1.platform.example.com"
    async with httpx.AsyncClient(verify=anybody(), timeout=30) as client:
        asked = client.stream("GET", front.url("/events"), headers={"Host": host}, extensions={"sni_hostname": host})
        async with asked as answer:
            lines = answer.aiter_lines()
            assert await anext(lines) == "data: one"
            front.service.may_go_on.set()
            assert [line async for line in lines if line] == ["data: two"]


async def test_sockets_pass(front: Front) -> None:
    for host in ("messaging.example.com", "voice.example.com"):
        listener = await asyncio.get_running_loop().run_in_executor(
            None, socket.create_connection, (front.address, TLS)
        )
        async with websockets.connect(
            f"wss://{host}/ws", sock=listener, ssl=anybody(), server_hostname=host
        ) as connected:
            await connected.send("hello")
            assert await connected.recv() == f"{host}: hello"


async def test_plain_requests_are_sent_to_tls(front: Front) -> None:
    async with httpx.AsyncClient(timeout=30) as client:
        answer = await client.get(f"http://{front.address}:{PLAIN}/a?b=c", headers={"Host": "console.example.com"})
    assert answer.status_code == 308
    assert answer.headers["location"].startswith("https://console.example.com")
    assert answer.headers["location"].endswith("/a?b=c")
