# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/patterns.d -c "act create:x write:7*2 port:7741 tcp:9 refused" |
	grep -E 'tracing|write|network|refused' | squeeze
