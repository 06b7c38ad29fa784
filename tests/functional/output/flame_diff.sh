# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# --diff, -x flamediff: compares a page with an earlier page, with folded stacks, with itself, and with a file that is
# neither. The page names command, host and date.
[ -z "$DT_GUEST" ] || { echo "a browser takes minutes in a guest, and the page is the same"; exit 77; }
browser=$(command -v chromium-headless-shell chromium chromium-browser | head -1)
[ -n "$browser" ] || { echo "the archive has no chromium"; exit 77; }
cd "$TMPDIR" || exit 1
run() { # COUNTS [FLAG]...
	local counts=$1
	shift
	"$DTRACE" -q "$@" -c "$WORKLOAD $counts" -n '
		pid$target:a.out:grown:entry, pid$target:a.out:shrunk:entry, pid$target:a.out:gone:entry { @a[execname, ustack()] = count(); }'
}
show() { # PAGE
	python3 "$SRCDIR/_flame_diff.py" "$browser" "$1" "$TMPDIR" "$(uname -n), Linux $(uname -r)"
}
run "50 40 10" -O flame=page.html
run "50 40 10" -O folded > folded
run "60 20 0" -O flame=folded.html -x flamediff=folded && show folded.html
run "120 40 0" -O flame=page.html --diff page.html && show page.html
run "1 1 1" -O flame=none.html --diff nowhere 2>&1; echo "status $?"
# output:
# dtrace -q -O fl
# HOST, DATE
# Compared with:
# all; 80 of 80 (100.0%), itself 0; before: 100 of 100 (100.0%), change +0.0; grey
# grown; 60 of 80 (75.0%), itself 60; before: 50 of 100 (50.0%), change +25.0; red
# shrunk; 20 of 80 (25.0%), itself 20; before: 40 of 100 (40.0%), change -15.0; blue
# 60 60 75.0% 50.0% 25 flame_diff`grown
# 20 20 25.0% 40.0% -15 flame_diff`shrunk
# 0 0 0.0% 10.0% -10 flame_diff`gone
# dtrace -q -O fl
# HOST, DATE
# Compared with:
# all; 160 of 160 (100.0%), itself 0; before: 100 of 100 (100.0%), change +0.0; grey
# grown; 120 of 160 (75.0%), itself 120; before: 50 of 100 (50.0%), change +25.0; red
# shrunk; 40 of 160 (25.0%), itself 40; before: 40 of 100 (40.0%), change -15.0; blue
# 120 120 75.0% 50.0% 25 flame_diff`grown
# 40 40 25.0% 40.0% -15 flame_diff`shrunk
# 0 0 0.0% 10.0% -10 flame_diff`gone
# dtrace: read nowhere: No such file or directory
# status 1
