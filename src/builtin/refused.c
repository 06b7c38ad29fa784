/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Names known from DTrace that Linux cannot support at all. The language knows them so that the
 * message can give the reason instead of "unknown name". Names that a later version may support do
 * not belong here.
 */
#include "builtin/builtin.h"

#define REFUSED(func, what, type, reason)             \
	const struct dt_builtin dt_builtin_##func = { \
	    .name = #func,                            \
	    .kind = what,                             \
	    .flags = DT_BF_REFUSED,                   \
	    .proto = type,                            \
	    .doc = reason,                            \
	}

REFUSED(ipl, DT_BUILTIN_VARIABLE, "uint_t", "Linux has no interrupt priority levels.");
REFUSED(msgsize, DT_BUILTIN_SUBROUTINE, "size_t (...)", "Linux has no STREAMS messages.");
REFUSED(msgdsize, DT_BUILTIN_SUBROUTINE, "size_t (...)", "Linux has no STREAMS messages.");
REFUSED(breakpoint, DT_BUILTIN_ACTION, "void ()",
	"a BPF program cannot enter the kernel debugger.");
REFUSED(panic, DT_BUILTIN_ACTION, "void ()", "a BPF program cannot panic the kernel.");
REFUSED(ddi_pathname, DT_BUILTIN_SUBROUTINE, "string (...)",
	"Linux has no device tree that names minor nodes.");
REFUSED(pset, DT_BUILTIN_VARIABLE, "int", "Linux has no processor sets.");
REFUSED(vmregs, DT_BUILTIN_VARIABLE, "uint64_t",
	"no probe can read the registers of a virtual machine's exit.");
REFUSED(chip, DT_BUILTIN_VARIABLE, "chipid_t",
	"no probe can read this number in the kernel; /sys/devices/system/cpu/cpuN/topology names "
	"the package of each cpu.");
REFUSED(jailname, DT_BUILTIN_VARIABLE, "string", "Linux has no jails.");
REFUSED(jid, DT_BUILTIN_VARIABLE, "int", "Linux has no jails.");
REFUSED(memref, DT_BUILTIN_SUBROUTINE, "void *(...)", "tracemem( ) dumps memory.");
REFUSED(memstr, DT_BUILTIN_SUBROUTINE, "string (...)",
	"copyinwords( ) joins several strings in the memory of a process.");
REFUSED(printm, DT_BUILTIN_ACTION, "void (...)", "tracemem( ) dumps memory.");
REFUSED(pcap, DT_BUILTIN_ACTION, "void (...)", "tcpdump(8) captures packets.");
