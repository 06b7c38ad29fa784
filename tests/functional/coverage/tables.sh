# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# The guide's tables of probes are what the declarations say.
../../../tools/probe-tables
# output:
