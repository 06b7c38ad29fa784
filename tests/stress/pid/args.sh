# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 300
# args[] of Go and Rust programs, optimised and not: the value that the program prints, or none.
command -v go > /dev/null && command -v rustc > /dev/null || { echo "go or rustc is not installed: tools/deps stress"; exit 77; }
export GOCACHE=$TMPDIR/cache GO111MODULE=off CGO_ENABLED=0
cp _args.go "$TMPDIR/args.go" && cp _args.rs "$TMPDIR/args.rs" && cd "$TMPDIR" || exit 1
go build -o go2 args.go && go build -gcflags='-N -l' -o go0 args.go || exit 1
rustc -g -C opt-level=2 -o rust2 args.rs && rustc -g -C opt-level=0 -o rust0 args.rs || exit 1

# A clause for each function, as "NAME ARGUMENT...": arguments of unknown type are omitted.
clauses() { # program, prefix, functions
	local binary=$1 prefix=$2 f name list format
	shift 2
	for f; do
		read -r name list <<< "$f"
		format=$(sed -E 's/[^ ]+/%d/g' <<< "$list")
		clause="pid\$target:a.out:$prefix$name*:${probe:-entry} { printf(\"$name $format\\n\", ${list// /, }); }"
		if "$DTRACE" -qe -c "./$binary" -n "$clause" > /dev/null 2> "$TMPDIR/why"; then
			echo "$clause"
		elif ! grep -qE 'type of args.* is not known here|args.* cannot be read' "$TMPDIR/why"; then
			cat "$TMPDIR/why" >&2
		fi
	done
}
compared=0
compare() { # program, clauses, functions at least
	"$DTRACE" -q -c "./$1" -o "$1.traced" -n "$2" > "$1.want" || exit 1
	names=$(cut -d' ' -f1 "$1.traced" | grep . | sort -u)
	grep -wE "^($(paste -sd'|' <<< "$names"))" "$1.want" | sort > "$1.known"
	diff "$1.known" <(grep . "$1.traced" | sort) || { echo "that was $1"; exit 1; }
	[ "$(wc -l <<< "$names")" -ge "$3" ] || { echo "$1: only" $names; exit 1; }
	compared=$((compared + $(wc -l < "$1.known")))
}
for level in 0 2; do
	for f in main.blank 'main.*.ignored'; do
		"$DTRACE" -qe -c ./go$level -n "pid\$target:a.out:$f:entry { trace(args[1]); }" 2>&1 |
			grep -q 'may have a parameter named _' || { echo "go$level: $f has args[]"; exit 1; }
	done
	compare go$level "$(clauses go$level main. 'add args[0] args[1]' 'text args[1]' 'mixed args[1] args[3]' 'big args[1]' 'nine args[0] args[8]')
$(clauses go$level 'main.*.' 'scale args[0]->n args[1]')
$(probe=return clauses go$level main. 'pair args[1]')" 7
	compare rust$level "$(clauses rust$level 'args*' 'add args[0] args[1]' 'text args[1]' 'constant args[0] args[1]' 'hidden args[0]' 'scale args[0]->n args[1]' 'float args[1]')" $((level ? 2 : 6))
done
echo "$compared calls had the arguments that were printed"
