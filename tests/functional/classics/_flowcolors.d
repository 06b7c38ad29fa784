/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flow of a program through the classes of code that it passes, each class in its colour: its
 * own functions, those of the C library, system calls (idiom: -F for the arrows, a colour by
 * probeprov and probemod, self->flow as the switch that the outermost function turns on and off).
 */
inline string PROGRAM = "\033[1;32m";
inline string LIBRARY = "\033[0;36m";
inline string SYSTEM = "\033[0;35m";
inline string PLAIN = "\033[0m";

pid$target:a.out:main:entry
{
	self->flow = 1;
}

pid$target:a.out:hear:entry, pid$target:a.out:hear:return, pid$target:a.out:errand:entry,
pid$target:a.out:errand:return, pid$target:a.out:walk:entry, pid$target:a.out:walk:return,
pid$target:libc:kill:entry, pid$target:libc:kill:return, pid$target:libc:chdir:entry,
pid$target:libc:chdir:return
/self->flow/
{
	self->colour = probemod == "errand" ? PROGRAM : LIBRARY;
	self->class = probemod == "errand" ? "program" : "library";
	printf("%s%s%s", self->colour, self->class, PLAIN);
}

syscall::kill:entry, syscall::kill:return, syscall::chdir:entry, syscall::chdir:return
/self->flow/
{
	printf("%s%s%s", SYSTEM, "system", PLAIN);
}

pid$target:a.out:main:return
{
	self->flow = 0;
}
