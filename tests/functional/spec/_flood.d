/* SPDX-License-Identifier: BSD-2-Clause */
/* Of each pair of calls the first one begins a speculation, the second one commits or discards it. */
#pragma D option quiet
#pragma D option bufsize=16m
syscall::dup3:entry /pid == $target/ { self->s = speculation(); @[self->s ? "succeeded" : "failed"] = count(); }
syscall::dup3:entry /self->s/ { speculate(self->s); printf("%d\n", arg1); }
syscall::flock:entry /self->s && arg1 % 10 == 0/ { commit(self->s); }
syscall::flock:entry /self->s && arg1 % 10/ { discard(self->s); }
syscall::flock:entry { self->s = 0; }
END { printa("%s %@d\n", @); }
