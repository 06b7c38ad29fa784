# SPDX-License-Identifier: BSD-2-Clause
#
# tests/coverage/messages: every message that users of DTrace know has a test that is there, or the
# reason why it cannot occur.
root=$(cd "$SRCDIR/../../.." && pwd)
while IFS=$'\t' read -r message proof; do
	case $message in '' | '#'*) continue ;; esac
	case $proof in
	refused:?*) ;;
	tests/*) [ -f "$root/$proof" ] || echo "$message: $proof does not exist" ;;
	*) echo "$message: no proof" ;;
	esac
done < "$root/tests/coverage/messages"
grep -vc '^#' "$root/tests/coverage/messages" | awk '{ print ($1 > 60) ? "many messages" : "few messages" }'
