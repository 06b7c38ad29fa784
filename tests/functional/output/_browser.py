# SPDX-License-Identifier: BSD-2-Clause
"""A real browser, without a window, that a test controls: Browser(binary, page). It speaks the
browser's own protocol through two pipes, messages of JSON that end with a NUL."""
import json
import os
import subprocess


class Browser:
    FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-pipe", "--window-size=1300,1000")

    def __init__(self, binary, page, profile):
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()
        self.buffer, self.last = b"", 0

        def descriptors():  # the browser reads 3 and writes 4
            os.dup2(read_commands, 50)
            os.dup2(write_answers, 51)
            os.dup2(50, 3)
            os.dup2(51, 4)

        with open(os.path.join(profile, "browser.log"), "w") as log:
            self.process = subprocess.Popen([binary, *self.FLAGS, f"--user-data-dir={profile}", "about:blank"],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            close_fds=False, preexec_fn=descriptors)
        os.close(read_commands)
        os.close(write_answers)
        self.session = None
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.send("Page.enable")
        self.send("Page.navigate", url="file://" + os.path.abspath(page))
        self.receive(lambda m: m.get("method") == "Page.loadEventFired")

    def receive(self, wanted):
        """The first message that is wanted; others are dropped."""
        while True:
            while b"\0" not in self.buffer:
                data = os.read(self.answers, 1 << 16)
                if not data:
                    raise EOFError("the browser has ended")
                self.buffer += data
            message, self.buffer = self.buffer.split(b"\0", 1)
            message = json.loads(message)
            if wanted(message):
                return message

    def send(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        answer = self.receive(lambda m: m.get("id") == self.last)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def evaluate(self, expression):
        """The value of an expression in the page."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def click(self, element):
        """Press the mouse in the middle of an element, which an expression names."""
        x, y = self.evaluate(f"""(() => {{
            const e = {element};
            e.scrollIntoView({{block: "nearest"}});
            const r = e.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def close(self):
        self.send("Browser.close")
        self.process.wait()
