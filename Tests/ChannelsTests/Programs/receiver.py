"""An HTTP receiver on the loopback: says its port, then each request as a line of JSON.

The path says what it answers: /403 that status, /hang nothing, anything else 200.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        print(json.dumps({"path": self.path, "key": self.headers.get("X-Key"), "body": text}),
              flush=True)
        word = self.path.strip("/").split("/")[0]
        if word == "hang":
            threading.Event().wait()
        self.send_response(int(word) if word.isdigit() else 200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_port, flush=True)
sys.stdout.flush()
server.serve_forever()
