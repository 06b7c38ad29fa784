# SPDX-License-Identifier: BSD-2-Clause
# Each public header needs no other, in C and in C++; the library exports its declarations,
# and nothing else.
cp ../../../include/dtrace/*.h "$TMPDIR" && cd "$TMPDIR" || exit 1
for language in 'c -std=c99' 'c -std=gnu17' 'c++ -std=c++11'; do
	for header in dtrace.h listing.h; do
		echo "#include \"$header\"" | cc -x $language -pedantic -Wall -Wextra -Werror -fsyntax-only -I. - ||
			echo "$header: not in $language"
	done
done
cat dtrace.h listing.h > all.h
grep -oE '\bdtrace_[a-z_]+\(' all.h | tr -d '(' | sort -u > declared
nm -D --defined-only "${DTRACE%/*}/libdtrace.so.1" | sed -n 's/.* T \([^@]*\)@@LIBDTRACE_[0-9]*$/\1/p' | sort > shown
# The names in comments and declarations, and the exported names.
comm -13 declared shown | sed 's/^/shown, not declared: /'
comm -23 <(sed -nE 's/^[a-z].*[ *](dtrace_[a-z_]+)\(.*/\1/p' all.h | sort -u) shown | sed 's/^/declared, not there: /'
nm -D --defined-only "${DTRACE%/*}/libdtrace.so.1" | grep -v ' A LIBDTRACE_[0-9]*$\| T dtrace_[a-z_]*@@*LIBDTRACE_[0-9]*$' | sed 's/^/shown too: /'
nm -D --undefined-only "$DTRACE" | grep -c ' U dtrace_[a-z_]*@LIBDTRACE_[0-9]*$' | awk '{ print ($1 > 20 ? "used by the command" : "not used") }'
# The command has no copy of the library.
nm "$DTRACE" | grep -E ' [Tt] dt_(session|consumer|lower|ebpf)_' | sed 's/^/in the command: /'
# Of 64-bit Arm, dtrace has no 32-bit programs.
word_32=1
[ "$CALLS" = x64 ] || word_32=
cat > version.c <<'END'
#include "dtrace.h"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	char text[32];
	unsigned n = dtrace_version_number();

	snprintf(text, sizeof(text), n % 100 ? "%u.%u.%u" : "%u.%u", n / 10000, n / 100 % 100, n % 100);
	if (strcmp(text, dtrace_version()) || n != DTRACE_VERSION_NUMBER)
		printf("versions: %s, %u, %u\n", dtrace_version(), n, DTRACE_VERSION_NUMBER);
	return dtrace_has("32-bit") == (argc > 1) && !dtrace_has("nosuch") && !dtrace_has(NULL) ? 0 : 1;
}
END
cc -Wno-format-truncation -o version version.c -L "${DTRACE%/*}" -ldtrace -Wl,-rpath,"${DTRACE%/*}" && ./version ${word_32:+32} || echo "features: $?"
# output:
# used by the command
