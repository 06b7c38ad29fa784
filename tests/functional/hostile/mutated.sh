#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Programs whose section headers, symbols, types and unwind tables are partly noise: dtrace skips unreadable parts.
# DT_SEED chooses the noise.
. "$SRCDIR/_common.sh"
cp program whole
cat >mutate.py <<'END_OF_MUTATE'
"""mutate.py WHOLE SEED NEW: a copy that runs as the whole one does."""
import random, struct, sys
with open(sys.argv[1], "rb") as f:
    data = bytearray(f.read())
random.seed(int(sys.argv[2]))
at, = struct.unpack_from("<Q", data, 0x28)
size, n, names = struct.unpack_from("<HHH", data, 0x3a)
sections = [struct.unpack_from("<II8xQQQ", data, at + i * size) for i in range(n)]
name = lambda s: bytes(data[sections[names][3] + s[0]:]).split(b"\0")[0].decode()
# (begin, bytes) of parts that the program does not need to run
parts = [(at, size * n)] + [s[3:5] for s in sections
                            if name(s) in (".symtab", ".strtab", ".shstrtab", ".eh_frame", ".note.gnu.build-id")
                            or name(s).startswith(".debug")]
for begin, length in random.sample(parts, random.randint(1, len(parts))):
    for _ in range(random.choice((1, 4, 64, 1 + length // 8))):
        data[begin + random.randrange(length)] = random.choice((0, 1, 0x7f, 0x80, 0xff, random.randrange(256)))
with open(sys.argv[3], "wb") as f:
    f.write(data)
END_OF_MUTATE
seed=${DT_SEED:-1}
for ((i = 0; i < 8; i++)); do
	python3 mutate.py whole $((seed * 8 + i)) mutated || fail 'no program'
	chmod 755 mutated
	mv mutated program
	start call
	status=0
	bounded 20 -lqn 'pid$1:::entry' "$pid" >list 2>&1 || status=$?
	[ $status -le 1 ] || fail "seed $seed, $i: listing ended with status $status: $(cat list)"
	bounded 20 -qn 'syscall::getppid:entry /pid == $1 && n++ < 5/ { @[ufunc(arg0), usym(uregs[R_PC]), ustack()] = count(); }
		syscall::getppid:entry /pid == $1 && n >= 5/ { exit(0); }' "$pid" >stacks 2>&1 ||
		fail "seed $seed, $i: naming ended with status $?: $(cat stacks)"
	grep -q 'program`' stacks || fail "seed $seed, $i: $(cat stacks)"
	kill "$pid"
done
# output:
