"""What ordinary agent code does with the standard library and its friends goes on working inside of the sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from parley.agent_host.sandbox.policy import Policy
from tests.agent_host.conftest import MakePool

pytestmark = pytest.mark.io

WORK = {
    "numbers and texts": """
        import base64, csv, decimal, difflib, fractions, hashlib, hmac, io, json, math, random, re, secrets, statistics
        import string, struct, textwrap, unicodedata, uuid, zlib, bz2, lzma, gzip
        random.seed(), secrets.token_hex(), uuid.uuid4(), hashlib.scrypt(b"x", salt=b"y", n=2, r=8, p=1)
        assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")
    """,
    "time": """
        import calendar, datetime, time, zoneinfo
        for name in ("US/Central", "Asia/Kolkata", "Europe/Berlin"):
            datetime.datetime.now(zoneinfo.ZoneInfo(name))
        time.sleep(0.001), time.monotonic(), time.process_time(), time.thread_time(), time.strftime("%c")
        assert zoneinfo.available_timezones()
    """,
    "threads": """
        import concurrent.futures, queue, threading
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            assert list(threads.map(abs, range(-100, 0))) == list(range(100, 0, -1))
        done = threading.Event()
        timer = threading.Timer(0.001, done.set)
        timer.start()
        assert done.wait(5)
        timer.join()
        threading.local(), threading.get_native_id()
    """,
    "asyncio": """
        import asyncio, time
        async def one(n):
            await asyncio.sleep(0.001)
            return await asyncio.to_thread(abs, -n)
        async def all_of_them():
            async with asyncio.timeout(30):
                return await asyncio.gather(*map(one, range(20)))
        assert asyncio.run(all_of_them()) == list(range(20))
    """,
    "temporary files": """
        import glob, gzip, logging, mmap, os, pathlib, shutil, tempfile, zipfile
        with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile("w+") as named:
            path = pathlib.Path(folder) / "a" / "b.txt"
            path.parent.mkdir(parents=True)
            path.write_text("hello")
            shutil.copyfile(path, path.with_suffix(".copy"))
            os.replace(path.with_suffix(".copy"), path.with_suffix(".moved"))
            with zipfile.ZipFile(path.with_suffix(".zip"), "w") as packed:
                packed.write(path, "b.txt")
            zipfile.ZipFile(path.with_suffix(".zip")).extractall(folder)
            with gzip.open(path.with_suffix(".gz"), "wb") as packed:
                packed.write(b"x")
            with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as view:
                view[0] = 72
            assert path.read_text() == "Hello"
            assert len(list(os.walk(folder))) == 2
            assert len(glob.glob(f"{folder}/**", recursive=True)) == 7
            handler = logging.FileHandler(path.with_suffix(".log"))
            handler.emit(logging.makeLogRecord({"msg": "x"}))
            handler.close()
            with tempfile.SpooledTemporaryFile(max_size=1) as spooled, tempfile.TemporaryFile() as unnamed:
                spooled.write(b"xyz"), unnamed.write(b"xyz")
            shutil.disk_usage(folder), os.statvfs(folder)
            shutil.move(path, path.with_suffix(".gone"))
    """,
    "databases": """
        import sqlite3
        with sqlite3.connect(":memory:") as database:
            assert database.execute("select json('[1]')").fetchone() == ("[1]",)
        with sqlite3.connect("orders.db") as database:
            database.execute("create table t (x)")
            database.executemany("insert into t values (?)", [(n,) for n in range(1000)])
        with sqlite3.connect("orders.db") as database:
            database.execute("pragma journal_mode=wal")
            assert database.execute("select sum(x) from t").fetchone() == (499500,)
        database.close()
    """,
    "looking around": """
        import getpass, locale, os, platform, resource, signal, socket, sys, sysconfig
        os.cpu_count(), os.getloadavg(), os.uname(), platform.platform(), os.times(), os.get_terminal_size, os.getcwd()
        resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_AS), os.urandom(8), os.umask(0o077)
        signal.signal(signal.SIGALRM, lambda *_: None), signal.setitimer(signal.ITIMER_REAL, 0), socket.gethostname()
        assert not sys.stdin or not os.isatty(0)
        ends = os.pipe()
        os.set_blocking(ends[0], False), os.set_inheritable(ends[1], True), [os.close(end) for end in ends]
    """,
    "friends": """
        import importlib.metadata, jsonschema, numpy, phonenumbers, pydantic, requests, ssl, urllib3
        import xml.etree.ElementTree
        class Order(pydantic.BaseModel):
            id: int
        assert Order.model_validate_json('{"id": 7}').id == 7
        jsonschema.validate({}, {"type": "object"})
        phonenumbers.is_valid_number(phonenumbers.parse("+442083661177"))
        ssl.create_default_context(), requests.Session().close(), urllib3.PoolManager()
        assert importlib.metadata.version("requests")
        assert numpy.linalg.inv(numpy.eye(50)).sum() == 50
    """,
}


@pytest.mark.parametrize("kind", list(WORK))
async def test_it_is_not_hindered(make_pool: MakePool, kind: str) -> None:
    harness = make_pool({"f": WORK[kind]}, policy=Policy(), maximum=1)
    for _ in range(2):
        outcome = await harness.call(timeout=60)
        assert outcome.failure is None
    assert harness.pool.status().failures == {}


@pytest.fixture
async def site() -> AsyncIterator[int]:
    """A port at which a small HTTP server answers."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_requests_go_to_allowed_ports_by_name(make_pool: MakePool, site: int) -> None:
    source = """def f(conv, port):
    import asyncio, http.client, requests, socket, urllib.request
    socket.getaddrinfo("localhost", 80), socket.gethostbyname("localhost")
    try:
        socket.getaddrinfo("no-such-host.invalid", 80)
    except socket.gaierror:
        pass
    url = f"http://localhost:{port}/"
    async def streams():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.0\\r\\n\\r\\n")
        found = await reader.read()
        writer.close()
        return found
    texts = [requests.get(url, timeout=10).text, urllib.request.urlopen(url, timeout=10).read().decode()]
    return " ".join(texts) + " " + asyncio.run(streams()).decode()[-5:]
    """
    harness = make_pool({"functions/f.py": source}, policy=Policy(allowed_ports=(str(site),)))
    outcome = await harness.call("functions/f.py", port=site, timeout=60)
    assert outcome.reply.content == "hello hello hello"
