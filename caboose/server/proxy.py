"""An nginx before several processes, which takes all requests of one table to the same of them.

Nothing depends on it: the database decides, whoever is asked. But a table that is at home in one
process is read once, and nobody else need be told of it.
"""

from __future__ import annotations

import getpass
import math
import os
import resource
import shutil
import subprocess
from pathlib import Path

from caboose.server.settings import Settings

# The heart of it, which docs/growing.md shows: what stands behind /tables/ in a path names the
# process. All else belongs to no table and goes anywhere. Whoever does not answer is passed over.
ROUTES = """\
map $uri $home {
    ~^/(?:api|ws)/tables/(?<table>[^/]+) $table;
    default $request_id;
}
upstream caboose {
    hash $home consistent;
"""

MOST_FILES = 32_768
MOST_RATE = 100_000  # requests per second of an address

CONFIGURATION = """\
daemon off;
{user}pid nginx.pid;
error_log stderr warn;
worker_processes auto;
worker_rlimit_nofile {files};
events {{ worker_connections {connections}; }}
http {{
    client_header_timeout {request};
    client_body_timeout {request};
    send_timeout {unread};
    reset_timedout_connection on;
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    limit_conn_zone $binary_remote_addr zone=addresses:10m;
    limit_conn_status 429;
    limit_req_zone $binary_remote_addr zone=requests:10m rate={rate}r/s;
    limit_req_status 429;
{routes}
{servers}
    }}
    server {{
        listen {host}:{port};
        location / {{
            {limit}proxy_pass http://caboose;
            proxy_http_version 1.1;
            proxy_connect_timeout 2s;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto {scheme};
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


def program() -> str | None:
    """Where nginx is; Debian has it where only the superuser looks."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def configuration(settings: Settings, ports: list[int]) -> str:
    """What nginx is told."""
    servers = [f"        server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports]
    # A server says politely when it is enough. Twice as much is a flood, which does not reach one.
    rate = min(MOST_RATE, math.ceil(2 * settings.requests_per_second * settings.guests_per_address))
    limits = (
        f"limit_conn addresses {settings.connections_per_address};",
        f"limit_req zone=requests burst={10 * rate} nodelay;",
    )
    behind = settings.behind_proxy  # another proxy speaks TLS, counts, and says what was asked
    return CONFIGURATION.format(
        user=f"user {getpass.getuser()};\n" if os.geteuid() == 0 else "",
        routes="\n".join(f"    {line}" for line in ROUTES.splitlines()),
        servers="\n".join(servers),
        host=f"[{settings.host}]" if ":" in settings.host else settings.host,
        port=settings.port,
        limit="" if behind else "".join(f"{each}\n            " for each in limits),
        rate=rate,
        request=f"{math.ceil(settings.request_seconds)}s",
        unread=f"{math.ceil(settings.unread_seconds)}s",
        files=_descriptors(),
        connections=_descriptors() // 2,  # each has one to a server behind it
        scheme="$http_x_forwarded_proto" if behind else "$scheme",
    )


def _descriptors() -> int:
    """As many as each of nginx's processes may have. It counts no connection that asked for nothing
    yet, so that these must fit in beside all others until their time is up.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)


def start(folder: Path, settings: Settings, ports: list[int]) -> subprocess.Popen[bytes]:
    """Start it in a folder of its own."""
    found = program()
    assert found is not None
    (folder / "nginx.conf").write_text(configuration(settings, ports), "utf-8")
    command = [found, "-p", str(folder), "-e", "stderr", "-c", "nginx.conf"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)
