"""A real nginx that speaks TLS before a server, as docs/server.md tells hosts to set it up."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.not_run import not_run

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "server.md"
DOCUMENTED_PORT = "127.0.0.1:8000"
START_SECONDS = 30
ADDRESS = "127.0.0.1"
# All in one process and in one folder, so that no rights of this machine are needed.
AROUND = """
daemon off;
master_process off;
pid nginx.pid;
error_log nginx.log;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
{limits}
    server {{
        listen {address}:{port} ssl{http2};
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
{block}
    }}
}}
"""


def documented_block() -> str:
    """What docs/server.md tells hosts to write into nginx's configuration."""
    _, _, rest = PAGE.read_text("utf-8").partition("```\nlocation / {\n")
    assert rest, f"{PAGE.name} shows no block for nginx"
    return "location / {\n" + rest.partition("```")[0]


def documented_limits() -> str:
    """What it tells them to write beside the server."""
    _, _, rest = PAGE.read_text("utf-8").partition("```\nlimit_conn_zone")
    assert rest, f"{PAGE.name} shows no limits for nginx"
    return "limit_conn_zone" + rest.partition("```")[0]


class Nginx:
    """One nginx on a free port, which is not 443, before a server on this machine."""

    def __init__(
        self, folder: Path, server_port: int, *, http2: bool = False, connections: int = 512
    ) -> None:
        self._folder = folder
        self.port = _free_port()
        self.certificate = folder / "certificate.pem"
        block = documented_block()
        assert block.count(DOCUMENTED_PORT) == 1
        block = block.replace(DOCUMENTED_PORT, f"{ADDRESS}:{server_port}")
        self._text = AROUND.format(
            address=ADDRESS,
            port=self.port,
            block=block,
            limits=documented_limits(),
            connections=connections,
            http2=" http2" if http2 else "",
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"https://{ADDRESS}:{self.port}"

    @property
    def address(self) -> str:
        """The same, as pages call it."""
        return self.url

    @property
    def socket_url(self) -> str:
        return f"wss://{ADDRESS}:{self.port}"

    def trust(self) -> ssl.SSLContext:
        """For a client that checks whom it talks to."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def start(self) -> None:
        """Start it, and wait until it listens."""
        (self._folder / "nginx.conf").write_text(self._text, "utf-8")
        self._process = subprocess.Popen(
            [_program(), "-p", str(self._folder), "-e", "nginx.log", "-c", "nginx.conf"],
            stdin=subprocess.DEVNULL,
        )
        until = time.monotonic() + START_SECONDS
        while not _listens(self.port):
            assert self._process.poll() is None, (self._folder / "nginx.log").read_text("utf-8")
            assert time.monotonic() < until, "nginx does not listen"
            time.sleep(0.02)

    def stop(self) -> None:
        """Cut all connections."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def nginx_before(folder: Path, server_port: int, *, http2: bool = False) -> Iterator[Nginx]:
    """An nginx that runs meanwhile."""
    if not _program():
        not_run("the tests behind nginx", "there is none; install Debian's package nginx-light")
    folder.mkdir()
    write_certificate(folder)
    proxy = Nginx(folder, server_port, http2=http2)
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()


def _program() -> str:
    # Debian has it where only the superuser looks.
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or ""


def _free_port() -> int:
    with socket.create_server((ADDRESS, 0)) as probe:
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((ADDRESS, port)) == 0


def write_certificate(folder: Path) -> None:
    """A certificate for this machine alone, signed by itself, for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, ADDRESS)])
    now = dt.datetime.now(dt.UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(ADDRESS))])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - dt.timedelta(hours=1))
    made = made.not_valid_after(now + dt.timedelta(days=1)).add_extension(here, False)
    pem = serialization.Encoding.PEM
    signed = made.sign(key, hashes.SHA256()).public_bytes(pem)
    (folder / "certificate.pem").write_bytes(signed)
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(secret)
