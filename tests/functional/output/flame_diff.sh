# SPDX-License-Identifier: BSD-2-Clause
# --diff, -x flamediff: a page that is compared with an earlier one, with folded stacks, with itself, and with what is neither. It names
# command, host and date.
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
