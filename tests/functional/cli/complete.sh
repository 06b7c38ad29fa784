# SPDX-License-Identifier: BSD-2-Clause
# --complete LINE:COLUMN prints the words that can stand at a position of the program on the standard input. In these
# programs the position is that of the sign ¦.
cat > "$TMPDIR/complete.py" <<'END'
import json, os, subprocess, sys
before, after = sys.stdin.read().split("¦")
line, column = before.count("\n") + 1, len(before.rpartition("\n")[2].encode()) + 1
command = [os.environ["DTRACE"], "--complete", f"{line}:{column}"]
words = subprocess.run(command, input=before + after, text=True, capture_output=True, check=True)
data = json.loads(subprocess.run(command + ["-O", "json"], input=before + after, text=True, capture_output=True, check=True).stdout)
if words.stdout.splitlines() != [w["word"] for w in data["completions"]] or words.stderr:
    print("text and JSON differ", words)
shown = [w for w in data["completions"] if len(sys.argv) == 1 or w["word"] in sys.argv[1:]]
for w in shown[:6]:
    doc = "documented" if w.pop("doc", None) else ""
    print("   ", *w.values(), doc)
print(f"    {len(shown)} words" if len(shown) > 6 else "", f"for {data['replaces']} bytes".strip())
END
complete() { # the program, the words of interest
	echo "$1"
	printf '%s' "$1" | python3 "$TMPDIR/complete.py" "${@:2}"
}
echo "# descriptions"
complete 'sysc¦'
complete '/* a, b; { */ BE¦'
complete 'syscall:'$CALLS':getpp¦'
complete 'BEGIN, syscall:'$CALLS':getppid:¦'
complete 'BEGIN ¦'
complete 'pid$target:lib¦'
echo "# names"
program='
BEGIN { self->start = timestamp; this->near = 1; @calls[pid] = count(); total = 1; seen[pid] = "x"; }'
complete "$program END { tot¦"
complete "$program END / see¦"
complete "$program END { trace(self->¦); }"
complete "$program END { if (this->¦"
complete "$program END { printa(@¦"
complete 'BEGIN { tot¦ } 
END
{
	total = 7;
}
END { total2 = 8; }'
complete 'BEGIN { @ = qu¦'
complete 'BEGIN { @x[pid == 1] = lq¦'
complete 'BEGIN { print¦'
complete 'BEGIN / strst¦'
complete 'BEGIN { x = strl¦'
complete 'BEGIN { trace($tar¦'
complete 'inline int me = exec¦'
echo "# members"
complete 'BEGIN { trace(curthread->¦' pid comm
complete 'BEGIN /curthread->com¦/ { }' comm
complete 'BEGIN { nosuch(; trace(1 + curpsinfo->pr_u¦); }'
complete 'struct pair { int left, right; }; struct pair here; BEGIN { here.¦ }'
complete 'proc:::create { trace(args[0]->pr_pp¦'
complete 'BEGIN { nosuch->¦'
echo "# none"
complete 'BEGIN { printf("pi¦'
complete 'BEGIN { /* pi¦'
complete 'BEGIN { x = 10.¦'
echo "# options"
complete '#pragma D opt¦'
complete '#pragma D option ustackf¦'
complete '#pragma D option ustackmode=¦'
complete '#!/usr/sbin/dtrace -s
#pragma D option quie¦'
echo "# any position"
"$DTRACE" --complete 99:99 < /dev/null | grep -c syscall
echo 'BEGIN' | "$DTRACE" --complete 1:0 ; echo "status $?"
