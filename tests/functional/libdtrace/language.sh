# SPDX-License-Identifier: BSD-2-Clause
# The language as data: names with their sentences, definitions of the D library, types, facts about the machine.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wno-unused-parameter -I ../../../include -o "$TMPDIR/language" _language.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/language" strlen bufsize temporal zone tracepoint D_SYNTAX O_CREAT cgroupid devinfo_t 'enum pid_type' 'struct list_head' 'union sigval' __nothing
# output:
# subroutine strlen: form size_t (const char *), value -, range -, example
#   Length of a string, at most strsize.
# option bufsize: form 4m, value size, range 4k to 2g
#   Size of the ring buffer of each CPU; rounded up to a power of two.
# option temporal: form on, value on|off, range -
#   Print the records of all CPUs in order of time; off: one CPU after the other.
# option zone: form -, value -, range -, refused
#   Linux has no zones
# word of other tracers tracepoint: form -, value -, range -
#   sdt:GROUP::NAME, or syscall::NAME:entry and :return for system calls
# tag of a diagnostic D_SYNTAX: form -, value -, range -
#   The text does not follow the grammar of D.
# definition O_CREAT: inline int O_CREAT = 0100;
#   type -, doc -, file io.d
# definition cgroupid: inline uint64_t cgroupid = curthread->cgroups->dfl_cgrp->kn->id;
#   type -, doc The number of its directory, as ls -i shows it., file cgroup.d
# definition devinfo_t: struct devinfo
#   type devinfo_t, doc -, file -
# type devinfo_t: struct devinfo, kind 1, 780 bytes
#   int|dev_major at bit 0, 0 bits, 4 bytes, value 0, kind 0, The major number of the device.
#   int|dev_minor at bit 32, 0 bits, 4 bytes, value 0, kind 0, The minor number of the device.
#   int|dev_instance at bit 64, 0 bits, 4 bytes, value 0, kind 0, The minor number of the disk, whose partitions follow it.
#   string|dev_name at bit 96, 0 bits, 256 bytes, value 0, kind 0, The name of the driver; <unknown> for a device that is on no bus.
#   string|dev_statname at bit 2144, 0 bits, 256 bytes, value 0, kind 0, The name of the disk or partition, as in /proc/diskstats.
#   string|dev_pathname at bit 4192, 0 bits, 256 bytes, value 0, kind 0, The path of its node in /dev.
# type enum pid_type: enum pid_type, kind 3, 4 bytes
#   |PIDTYPE_PID at bit 0, 0 bits, 0 bytes, value 0, kind 0, -
#   |PIDTYPE_TGID at bit 0, 0 bits, 0 bytes, value 1, kind 0, -
#   |PIDTYPE_PGID at bit 0, 0 bits, 0 bytes, value 2, kind 0, -
#   |PIDTYPE_SID at bit 0, 0 bits, 0 bytes, value 3, kind 0, -
#   |PIDTYPE_MAX at bit 0, 0 bits, 0 bytes, value 4, kind 0, -
# type struct list_head: struct list_head, kind 1, 16 bytes
#   struct list_head *|next at bit 0, 0 bits, 8 bytes, value 0, kind 0, -
#   struct list_head *|prev at bit 64, 0 bits, 8 bytes, value 0, kind 0, -
# type union sigval: union sigval, kind 2, 8 bytes
#   int|sival_int at bit 0, 0 bits, 4 bytes, value 0, kind 0, -
#   void *|sival_ptr at bit 0, 0 bits, 8 bytes, value 0, kind 0, -
# 0 kinds are empty
# 2 facts
# 0 0
