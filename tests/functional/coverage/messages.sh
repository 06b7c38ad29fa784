# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
#
# Every message of the program, and every tag, has an entry in the guide's chapter on messages, and every entry is
# a message of the program. The check finds both breaches: a removed row, and an invented one.
messages=$SRCDIR/../../../tools/messages
guide=$SRCDIR/../../../docs/guide/troubleshooting.md
"$messages"
sed '/^| `no command was given to -c`/d; /^| `W_TARGET_NONE`/d; /^| `W_STR_LONG`/s/W_STR_LONG/W_STR_WIDE/' "$guide" > "$TMPDIR/guide"
echo '| `the moon is full` | | |' >> "$TMPDIR/guide"
"$messages" "$TMPDIR/guide" || echo "that is wrong"
# output:
# src/session/process/command.c: no entry for: no command was given to -c
# src/session/process/command.c: no entry for: the name of the command of -c is empty
# no entry for W_STR_LONG
# no entry for W_TARGET_NONE
# no message says: the moon is full
# no tag is called W_STR_WIDE
# that is wrong
