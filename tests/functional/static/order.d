/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* One firing below: the provider's clauses above its probes, the probe's own clauses, each static
   probe with its clauses, in the order of the declaration, the provider's clauses below. A static
   probe may be what fires another. this-> variables do not reach from one probe to the next. */
provider first {
	syscall::getppid:entry { self->n = 1; }

	probe one(int n) = syscall::getppid:entry /pid == $target/ { self->n };
	probe two(int n) = syscall::getppid:entry /pid == $target/ { self->n };
	probe after(int n) = syscall::getppid:return /pid == $target/ { self->n };

	syscall::getppid:entry { self->n = 2; }
};

provider second {
	first:::one { this->n = arg0 + 10; }

	probe layer(int x, int n) = first:::one /args[0] == 1/ { args[0] + 100, this->n };
	probe no(int n) = first:::one /args[0] == 2/ { 0 };
};

second:::no { printf("%s: never\n", probename); }
second:::layer { printf("%s:%s %d %d %d\n", probeprov, probename, args[0], args[1], this->x); }
first:::two { printf("%s: %d %d\n", probename, args[0], this->x); this->x = 2; }
first:::one { printf("%s: %d %d\n", probename, args[0], this->x); this->x = 1; }
first:::one { printf("%s again: %d %d\n", probename, args[0], this->x); }
syscall::getppid:entry /pid == $target/ { printf("%s\n", probename); this->x = 3; }
syscall::getppid:entry /pid == $target/ { printf("%s again: %d\n", probename, this->x); }
first:::after { printf("%s: %d\n", probename, args[0]); }
/* output:
entry
entry again: 3
one: 1 0
one again: 1 1
two: 1 0
second:layer 101 11 0
after: 2

*/
