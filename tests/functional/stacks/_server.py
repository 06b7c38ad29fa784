# SPDX-License-Identifier: BSD-2-Clause
"""_server.py DIR FILE: a debuginfod server on a free port of this machine, which it writes to FILE. It gives
DIR/buildid/ID/debuginfo, never answers to /silent, and notes each request in FILE.log."""
import http.server
import os
import sys
import threading

root, port_file = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(port_file + ".log", "a", encoding="ascii") as log:
            log.write(self.path + "\n")
        if self.path.startswith("/silent"):
            threading.Event().wait()
        path = root + self.path
        if ".." in path or not os.path.isfile(path):
            self.send_error(404)
            return
        with open(path, "rb") as f:
            data = f.read()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(port_file + ".new", "w", encoding="ascii") as f:
    f.write(str(server.server_port))
os.rename(port_file + ".new", port_file)
server.serve_forever()
