# SPDX-License-Identifier: BSD-2-Clause
# For cases that read what dtrace says of losses, on its standard error, in a file. A number comes in one message or in several,
# "1 drop" or "2 drops", whenever dtrace hears of it.

# drops FILE: how much was lost, whatever the reason.
drops() {
	awk '/^dtrace: [0-9]+ .*drops?([ :]|$)/ { n += $2 } END { print n + 0 }' "$1"
}

# skipped FILE: the number of firings that the kernel skipped because they came while another program ran on that CPU.
# Newer kernels interrupt programs, and the interrupted program may be another one than the case's.
skipped() {
	awk '/^dtrace: [0-9]+ drops? \(probe fired inside the program of a probe\)$/ { n += $2 } END { print n + 0 }' "$1"
}

# unskipped [FILE]: all other messages of dtrace, except for the end of the command.
unskipped() {
	grep -vE '^dtrace: ([0-9]+ drops? \(probe fired inside the program of a probe\)|pid [0-9]+ .*exited.*)$' "$@"
}
