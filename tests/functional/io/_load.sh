# SPDX-License-Identifier: BSD-2-Clause
# load MODULE: a module of the kernel, which may be part of it or be absent; the kernel's own modprobe knows
# where a guest's modules are.
load() { "$(cat /proc/sys/kernel/modprobe 2> /dev/null)" "$1" 2> /dev/null; }
