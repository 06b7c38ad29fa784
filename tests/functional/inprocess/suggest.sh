# SPDX-License-Identifier: BSD-2-Clause
# For a user who cannot list tracepoints, descriptions without a provider have suggestions, too.
. "$SRCDIR/_inside.sh"
for description in handle handle:return nosuchthing:entry begin; do
	as_user "$DTRACE" -c "$WORKLOADS/calls" -n "$description" 2>&1 | grep hint: | cut -c1-49
done
# output:
# hint: did you mean pid$target::handle:entry?
# hint: did you mean pid$target::handle:return?
# hint: /sys/kernel/tracing, where the kernel lists
# hint: did you mean :::BEGIN?
