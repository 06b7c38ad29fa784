# SPDX-License-Identifier: BSD-2-Clause
"""An HTTP receiver for tests: keeps the bodies of requests, and answers as told.

    _receiver.py DIRECTORY ANSWER...

Writes its port to DIRECTORY/port and each accepted body to DIRECTORY/N.NAME, N from 0, NAME the last part of the path.
Each ANSWER serves a request of each path, the last one all further ones:

    200             accept
    4xx, 5xx        that status; "503:2" with Retry-After: 2
    redirect        to /elsewhere
    close           close the connection
    hang            never answer
    partial         200, with three rejected records

DIRECTORY/log has a line for each request: answer, path, headers that tests check. If TLS_FILE is set in the environment,
the receiver speaks TLS with the certificate and key in that file.
"""
import collections
import gzip
import http.server
import os
import ssl
import sys
import threading

directory, answers = sys.argv[1], sys.argv[2:]
lock = threading.Lock()
counts = collections.Counter()
accepted = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        global accepted
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with lock:
            answer = answers[min(counts[self.path], len(answers) - 1)]
            counts[self.path] += 1
            with open(f"{directory}/log", "a", encoding="utf-8") as log:
                print(answer, self.path, self.headers["Content-Type"], self.headers["X-Token"] or "-", file=log)
            if answer in ("200", "partial"):
                if self.headers["Content-Encoding"] == "gzip":
                    body = gzip.decompress(body)
                name = self.path.partition("?")[0].rpartition("/")[2]
                with open(f"{directory}/{accepted}.{name}", "wb") as file:
                    file.write(body)
                accepted += 1
        if answer == "close":
            self.close_connection = True
            return
        if answer == "hang":
            threading.Event().wait(3600)
        reply = b"\x0a\x09\x08\x03\x12\x05sorry" if answer == "partial" else b""
        status, _, after = answer.partition(":")
        self.send_response({"partial": 200, "redirect": 302}.get(answer) or int(status))
        if after:
            self.send_header("Retry-After", after)
        if answer == "redirect":
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if "TLS_FILE" in os.environ:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(os.environ["TLS_FILE"])
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
with open(f"{directory}/port.new", "w", encoding="utf-8") as file:
    file.write(str(server.server_port))
os.rename(f"{directory}/port.new", f"{directory}/port")
server.serve_forever()
