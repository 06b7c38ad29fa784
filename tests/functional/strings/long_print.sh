# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# A record with 64 KB of text: %s, %S, trace(), a speculation, a key that is printed; all of it arrives.
LONG=$WORKLOADS/long
"$LONG" print > "$TMPDIR/want"

# The clauses print the text, and nothing else.
same() # NAME BODY-AT-ENTRY [FLAGS]
{
	"$DTRACE" -q -x strsize=64k -x bufsize=1m $3 -c "$LONG" \
		-n 'syscall::truncate:entry /pid == $target && arg1 == 10/ { '"$2 }" > "$TMPDIR/got" || return
	printf '%s: ' "$1"
	# The end of the target's run adds an empty line.
	sed '$d' "$TMPDIR/got" | cmp - "$TMPDIR/want" && echo same
}

same '%s' 'printf("%s\n", copyinstr(arg0));'
same '%S' 'printf("%S\n", copyinstr(arg0));'
same 'trace()' 'trace(copyinstr(arg0)); printf("\n");'
same 'self->' 'self->s = copyinstr(arg0); printf("%s\n", self->s); self->s = 0;'
same 'key' '@[copyinstr(arg0)] = count(); printa("%s\n", @); clear(@); trunc(@);'
same 'speculation' 'this->s = speculation(); speculate(this->s); printf("%s\n", copyinstr(arg0)); }
	syscall::truncate:return /pid == $target/ { commit(1);' '-x specsize=256k'
# output:
# %s: same
# %S: same
# trace(): same
# self->: same
# key: same
# speculation: same
