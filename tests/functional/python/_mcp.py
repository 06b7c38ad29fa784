# SPDX-License-Identifier: BSD-2-Clause
"""dtrace-mcp: refusals, good requests between them, limits, and its end."""
import json
import os
import signal
import subprocess
import sys

import libdtrace

SERVER = os.path.join(os.path.dirname(os.environ["DTRACE"]), "dtrace-mcp")


class Client:
    def __init__(self):
        self.process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def write(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.number += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}))
        return self.number

    def read(self):
        return json.loads(self.process.stdout.readline())

    def call(self, name, **arguments):
        number = self.ask("tools/call", name=name, arguments=arguments)
        answer = self.read()
        assert answer["id"] == number, answer
        return answer

    def run(self, program, **arguments):
        return self.call("run", program=program, **arguments)


def reason(answer):
    """Returns the sentence of a refusal, or None."""
    if "error" in answer:
        return f"{answer['error']['code']} {answer['error']['message']}"
    text = answer["result"]["content"][0]["text"]
    return text if answer["result"]["isError"] and text.startswith("refused: ") else None


def facts(answer):
    return json.loads(answer["result"]["content"][1]["text"])


def program(text, **arguments):
    return {"name": "run", "arguments": {"program": text, **arguments}}


def tool(name, **arguments):
    return {"name": name, "arguments": arguments}


OPEN = "syscall::openat:entry { %s }"
CHANGES, COMMAND, FILE = "changes the traced system", "runs a command", "writes to files"
PRAGMA, CPP, OPTION, VALUE = "only permitted pragma", "no preprocessor", "not among the permitted", "does not accept"
# A request → part of the reason. Texts are lines for the server, objects are calls of tools.
HOSTILE = [
    (program(OPEN % "stop();"), CHANGES),
    (program(OPEN % "raise(9);"), CHANGES),
    (program(OPEN % "raise /* */ (9);"), CHANGES),
    (program(OPEN % "chill(1000);"), CHANGES),
    (program("BEGIN { panic(); }"), CHANGES),
    (program("BEGIN { breakpoint(); }"), CHANGES),
    (program(OPEN % 'copyout("x", arg1, 1);'), CHANGES),
    (program(OPEN % 'copyoutstr("/etc/shadow", arg1, 12);'), CHANGES),
    (program(OPEN % '/* " */ stop(); /* " */'), CHANGES),
    (program('BEGIN { system("id"); }'), COMMAND),
    (program('BEGIN { system\n("id"); }'), COMMAND),
    (program('BEGIN { x = 1; } END { system ("rm -rf /tmp/%d", pid); }'), COMMAND),
    (program('BEGIN { freopen("/etc/passwd"); }'), FILE),
    (program("BEGIN { ftruncate(); }"), FILE),
    (program('BEGIN { setopt("destructive"); }'), "changes options"),
    (program('BEGIN { setopt // \n ("destructive"); }'), "changes options"),
    (program("#pragma D option destructive\nBEGIN { exit(0); }"), OPTION),
    (program("  #  pragma D   option   destructive=on\nBEGIN { exit(0); }"), OPTION),
    (program('BEGIN { trace("/*"); }\n#pragma D option destructive\nEND { trace("*/"); }'), OPTION),
    (program("#pragma D option cpp\nBEGIN { exit(0); }"), OPTION),
    (program("#pragma D option cpppath=/tmp/evil\nBEGIN { exit(0); }"), OPTION),
    (program("#pragma D option flame=/etc/page\nBEGIN { exit(0); }"), OPTION),
    (program("#pragma D option quiet destructive\nBEGIN { exit(0); }"), PRAGMA),
    (program("#pragma D option quiet=on,destructive\nBEGIN { exit(0); }"), VALUE),
    (program("#pragma/**/D option destructive\nBEGIN { exit(0); }"), PRAGMA),
    (program("/* */ #pragma D option destructive\nBEGIN { exit(0); }"), "stands alone"),
    (program("#pragma \\\nD option destructive\nBEGIN { exit(0); }"), "backslash"),
    (program("BEGIN { exit(0); }\r#pragma D option destructive\n"), "control characters"),
    (program("BEGIN { exit(0); }\f"), "control characters"),
    (program("BEGIN { exit(0); }\0"), "control characters"),
    (program("#pragma D depends_on library evil.d\nBEGIN { exit(0); }"), PRAGMA),
    (program('#include "/etc/shadow"\nBEGIN { exit(0); }'), CPP),
    (program("#define f system\nBEGIN { exit(0); }"), CPP),
    (program("#!/usr/sbin/dtrace -ws\nBEGIN { exit(0); }"), CPP),
    (program("BEGIN { exit(0); }", options={"destructive": True}), OPTION),
    (program("BEGIN { exit(0); }", options={"libdir": "/tmp"}), OPTION),
    (program("BEGIN { exit(0); }", options={"setenv": "LD_PRELOAD=/tmp/evil.so"}), OPTION),
    (program("BEGIN { exit(0); }", options={"quiet=on -w": True}), OPTION),
    (program("BEGIN { exit(0); }", options={"quiet": "on\n-w"}), VALUE),
    (program("BEGIN { exit(0); }", options={"bufsize": "64g"}), VALUE),
    (program("BEGIN { exit(0); }", options={"strsize": 1 << 40}), VALUE),
    (program("BEGIN { exit(0); }", options={"user": {"a": 1}}), VALUE),
    (program("BEGIN { exit(0); }", seconds=3600), "1 to 60 seconds"),
    (program("BEGIN { exit(0); }", seconds="1"), "wrong type"),
    (program("BEGIN { exit(0); }", command="id"), "no such argument"),
    (program("/* " + "x" * 70000 + " */"), "longer than 65536 bytes"),
    (tool("check", program="#pragma D option cpp\nBEGIN { exit(0); }"), OPTION),
    (tool("list", pattern="BEGIN { system(\"id\"); }"), "no pattern"),
    (tool("explain", topic="x" * 1000), "no topic"),
    (tool("explain", topic="\ud800"), "no topic"),
    (tool("explain"), "needs the argument topic"),
    (tool("shell", command="id"), "no such tool"),
    (tool(["run"]), "no such tool"),
    ({"name": "run", "arguments": ["BEGIN"]}, "an object"),
    ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}', "an object"),
    ('{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/shadow"}}', "no such method"),
    ('{"jsonrpc": "2.0", "id": {}, "method": "ping"}', "a number or a text"),
    ('{"id": 1, "method": "ping"}', "one object of JSON-RPC 2.0"),
    ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', "one object of JSON-RPC 2.0"),
    ("[" * 100000, "not JSON"),
    ("{\"jsonrpc\": \"2.0\", ", "not JSON"),
    ("\xff\xfe", "not JSON"),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "%s"}}' % ("x" * 300000), "longer than 262144 bytes"),
]


def hostile(c):
    missed = 0
    for i, (request, why) in enumerate(HOSTILE):
        if isinstance(request, dict):
            c.ask("tools/call", **request)
        else:
            c.write(request)
        found = reason(c.read())
        if not found or why not in found:
            missed += 1
            print("not refused:", str(request)[:200], found)
        if i % 16 == 0:  # a good one between them
            assert c.run('BEGIN { trace("good"); exit(0); }')["result"]["content"][0]["text"].count("good") == 1
    print(len(HOSTILE) >= 50, missed)


def good(c):
    answer = c.run('BEGIN { printf("%d #\\n", 7); /* stop it */ trace("system"); exit(3); }', options={"quiet": True})
    print(repr(answer["result"]["content"][0]["text"]), facts(answer)["status"])
    answer = c.call("check", program="BEGIN { trace(nosuch); }")
    print(answer["result"]["isError"], json.loads(answer["result"]["content"][0]["text"])["diagnostics"][0]["tag"])
    answer = c.call("check", program="#pragma D option quiet\nBEGIN { exit(0); }")
    print(json.loads(answer["result"]["content"][0]["text"]))
    print(c.call("list", pattern="syscall:?64:getppid:entry")["result"]["content"][0]["text"].split()[-4:])
    print(c.call("explain", topic="quantize")["result"]["content"][0]["text"].splitlines()[0])
    answer = c.call("explain", topic="nosuchtopic")
    print(answer["result"]["isError"], "nosuchtopic" in facts(answer)["messages"])
    # The library refuses as well.
    direct = subprocess.run([os.environ["DTRACE"], "-n", "BEGIN { stop(); }"], capture_output=True, text=True)
    print(direct.returncode, "Destructive actions not allowed" in direct.stderr)


def limits(c):
    answer = c.run('BEGIN { printf("%9999s\\n", "x"); }' * 120 + "BEGIN { exit(0); }", options={"quiet": True, "bufsize": "16m"})
    print(facts(answer), len(answer["result"]["content"][0]["text"]))
    answer = c.run('BEGIN { trace("begun"); } END { trace("ended"); }', seconds=1)
    text = answer["result"]["content"][0]["text"]
    print("begun" in text, "ended" in text, facts(answer)["ended"], answer["result"]["isError"])


def at_once(c):
    numbers = [c.ask("tools/call", **program("BEGIN { }", seconds=60)) for _ in range(5)]
    answer = c.read()
    print(answer["id"] == numbers[4], reason(answer))
    ping = c.ask("ping")
    print(c.read() == {"jsonrpc": "2.0", "id": ping, "result": {}})
    for number in numbers[:4]:
        c.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}))
    while True:  # until they have ended, new calls are refused
        answer = c.run("BEGIN { exit(0); }")
        if not reason(answer):
            break
    print(facts(answer)["status"])


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return f.read().split()


def end(how):
    c = Client()
    c.ask("initialize")
    c.read()
    c.ask("tools/call", **program("BEGIN { }", seconds=60))
    while not (running := children(c.process.pid)):
        pass
    how(c.process)
    print(c.process.wait(), [pid for pid in running if os.path.exists(f"/proc/{pid}")])


client = Client()
client.ask("tools/list")
print(reason(client.read()))
for version in "2025-06-18", "2024-11-05", "1999-01-01":
    client.ask("initialize", protocolVersion=version)
    answer = client.read()["result"]
    print(answer["protocolVersion"], answer["serverInfo"]["version"] == libdtrace.version())
client.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
client.ask("tools/list")
print(*(t["name"] for t in client.read()["result"]["tools"]))
for part in hostile, good, limits, at_once:
    print("--", part.__name__)
    sys.stdout.flush()
    part(client)
print("-- end")
client.process.stdin.close()
print(client.process.wait(), client.process.stdout.read())
end(lambda p: p.stdin.close())
end(lambda p: p.send_signal(signal.SIGINT))
end(lambda p: p.send_signal(signal.SIGTERM))
