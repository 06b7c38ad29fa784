# SPDX-License-Identifier: BSD-2-Clause
"""Every form of an aggregation, and output beside the display."""
import os
import sys

from _terminal import Terminal

PROGRAM = r"""BEGIN
{
	@calls["plain"] = count();
	@calls["b\033[31m\302\205\303\244\n\342\200\256\343\201\202\377"] = count();
	@calls["plain"] = count();
	@q["x", 7] = quantize(5, 12345);
	@q["y", 7] = quantize(7, 10);
	@q["y", 7] = quantize(1000);
	@p = percentile(300, 97);
	@p = percentile(70000, 3);
	@least["a"] = min(-17);
	@mean[1] = avg(10);
	@mean[1] = avg(21);
	@none["x"] = lquantize(1, 0, 10);
	normalize(@q, 5);
	normalize(@p, 10);
	printf("printed\033[7m\n");
	system("echo by system");
}
pid$target:a.out:leaf:entry { @stacks[ustack(), 1] = sum(1LL << 62); }
syscall::getpgid:entry /pid == $target/ { exit(3); }
"""

fifo = os.environ["TMPDIR"] + "/fifo"
os.mkfifo(fifo)
t = Terminal([os.environ["DTRACE"], "--top", "-wqn", PROGRAM, "-c", f"{os.environ['WORKLOAD']} {fifo}"])
t.show("1 of 7(.|\n)* 0  plain")
for page, value in (2, "2469 +0 "), (3, "100 +0 +29 "), (4, "-17"), (5, "15 +0 "), (6, "1 +0 "):
    t.type("\t")
    t.show(f"{page} of 7(.|\n)*{value}")
t.type("\x1b[Z\x1b[Z")
t.until("4 of 7")
t.type("?")
t.show("this list")
t.type("\t\t\t")
t.show("7 of 7(.|\n)* 0 .*leaf")
t.type("/`WORK+\n")
t.show("with .WORK")
open(fifo, "w").close()
print(t.state(), t.is_restored())
text = t.normal.replace("\r", "")
print(sorted(text[:text.index("\n\n")].splitlines()), text.count("@"))
