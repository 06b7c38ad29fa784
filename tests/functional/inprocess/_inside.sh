# SPDX-License-Identifier: BSD-2-Clause
# For cases whose programs run inside the target, as root and as an ordinary user.

chmod 711 "$TMPDIR"
# as_user COMMAND...: without any privilege.
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"; }
# inside ARGUMENT...: dtrace, quiet, with all that it says.
inside() { "$DTRACE" -x engine=inprocess -q "$@" 2>&1; }
