# SPDX-License-Identifier: BSD-2-Clause
# Values that an argument needs are kept only if a clause names the argument: a faulting clause of a provider shows
# whether it ran.
t() {
	timeout 60 "$DTRACE" -qn 'provider p {
		syscall::getppid:entry /pid == $target/ { before = 3; }
		syscall::getppid:return /pid == $target/ { this->sum = before + 4; }
		syscall::getppid:entry /pid == $target/ { self->bad = *(int *)0; }
		probe made(int good, int bad, int *last) : (int good, int bad) =
		    syscall::getppid:return /pid == $target/ { 5, self->bad, 0 };
		probe again(int good, int bad) = p:::made { args[0], arg1 };
		probe some(int good, int sum) = syscall::getppid:return /pid == $target/ { 5, this->sum };
		probe all(int sum) : (int sum) = syscall::getppid:return /pid == $target/ { this->sum };
	};'"$1" -c "$WORKLOADS/order" 2>&1 | sed -E 's/enabled probe ID [0-9]+/probe/; s/\(ID [0-9]+: /(/; s/ at DIF offset.*//' | grep -v '^$'
}
echo "== not named"
t 'p:::made { printf("%d\n", args[0]); }'
t 'p:::made { printf("%d\n", arg0); }'
echo "== named, as args[], as argN, through another probe"
t 'p:::made { printf("%d\n", args[1]); }'
t 'p:::made { printf("%d\n", arg1); }'
t 'p:::again { printf("%d\n", arg0); }'
echo "== not named in one probe, named in another that is used after it"
t 'p:::some { printf("%d\n", args[0]); } p:::all { printf("%d\n", args[0]); }'
# output:
# == not named
# 5
# 5
# == named, as args[], as argN, through another probe
# dtrace: error on probe (syscall:x64:getppid:entry): invalid address (0x0) in action #1
# 0
# dtrace: error on probe (syscall:x64:getppid:entry): invalid address (0x0) in action #1
# 0
# dtrace: error on probe (syscall:x64:getppid:entry): invalid address (0x0) in action #1
# 5
# == not named in one probe, named in another that is used after it
# 5
# 7
