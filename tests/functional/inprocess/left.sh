# SPDX-License-Identifier: BSD-2-Clause
# Tracer and placer are killed at once. The next dtrace that traces the process removes what they have left: each call counts, and
# libc is as in its file, but for the function that unwinders ask.
. "$SRCDIR/_inside.sh"
start_target calls w 2 1000
start_tracing 'pid$target:a.out:first:entry, pid$target:libc.so.6::entry { @ = count(); } tick-10ms { printf("ready\n"); }'
kill_both
# What the kernel's engine served is detached by dtrace's keeper, or by the kernel, which may take seconds.
asked=$(readelf -W --dyn-syms "$(sed -n 's/.* \(\/.*libc\.so\.6\)$/\1/p' "/proc/$target/maps" | head -1)" |
	sed -n 's/^ *[0-9]*: \([0-9a-f]*\) .* _dl_find_object@@.*/\1/p')
cat >"$TMPDIR/compare.py" <<END
import time
def differing():
    for line in open("/proc/$target/maps"):
        words = line.split()
        if "x" in words[1] and words[-1].endswith("libc.so.6"):
            begin, end = [int(word, 16) for word in words[0].split("-")]
            with open("/proc/$target/mem", "rb") as memory, open(words[-1], "rb") as file:
                memory.seek(begin)
                file.seek(int(words[2], 16))
                for at, (got, expected) in enumerate(zip(memory.read(end - begin), file.read(end - begin))):
                    asked = int("$asked", 16)
                    if got != expected and not asked <= int(words[2], 16) + at < asked + 16:
                        yield f"{at:x}: {got:02x}, not {expected:02x}"
for attempt in range(300):
    wrong = list(differing())
    if not wrong:
        break
    time.sleep(0.1)
print("libc:", "; ".join(wrong[:20]) or "same")
END
export TMPDIR
inside -w -p "$target" -n 'pid$target:a.out:first:entry { @["calls"] = count(); }
	tick-10ms /!compared/ { compared = 1; system("python3 $TMPDIR/compare.py"); system("echo go >&3"); }'
wait "$target"; echo "status $?"
# output:
# libc: same
#
#   calls                                                          2000
# status 0
