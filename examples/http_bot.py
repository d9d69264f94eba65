"""A bot in thirty lines that plays a whole game over HTTP, with nothing but Python itself.

python examples/http_bot.py http://127.0.0.1:8000
"""

import json
import random
import secrets
import sys
from urllib.request import Request, urlopen

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
HEADERS = {"content-type": "application/json"}


def post(path, body):
    return json.load(urlopen(Request(SERVER + path, json.dumps(body).encode(), HEADERS)))


token = post("/api/tokens", {"name": "Thirty lines"})["token"]
HEADERS["authorization"] = f"Bearer {token}"
game = {"edition": "london", "bots": ["passenger"], "nonce": secrets.token_hex(32)}
table = post("/api/play", game)["table"]["id"]
print(f"Watch it: {SERVER}/t/{table}")
played = 0  # lines from before our last action may still be on their way
for line in urlopen(Request(f"{SERVER}/api/tables/{table}/stream", headers=HEADERS)):
    message = json.loads(line) if line.strip() else {"t": "nothing"}
    if message["t"] == "view" and message["at"] >= played and message["legal"]:
        action = random.choice(message["legal"])
        command = {"cmd_id": secrets.token_hex(8), "at": message["at"], "action": action}
        played = post(f"/api/tables/{table}/actions", command)["n"]
    elif message["t"] == "view" and "score" in message["public"]:
        print([seat["total"] for seat in message["public"]["score"]["seats"]])
