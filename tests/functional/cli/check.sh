# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# --check FILE compiles a script; with -O json it prints one document for editors.
cd "$TMPDIR" || exit 1
printf 'BEGIN\n{\n\tx = "\\q" + ;\n}\nBEGIN { curthread->nosuch; }\n' > wrong.d
printf 'int x;\nBEGIN { trace(1); this->a = 1; if (this->a = 2) { exit(0); } }\n' > warned.d
printf '#line 7 "other \\"name\\".d"\nnosuch:::x { }\n' > line.d
cat > show.py <<'END'
import json, sys
document = json.load(sys.stdin)
for g in document.pop("diagnostics"):
    place = f"{g.pop('file', None)} {g.pop('line', 0)}:{g.pop('column', 0)}-{g.pop('end_line', 0)}:{g.pop('end_column', 0)}"
    print(place, g.pop("severity"), g.pop("tag"), g.pop("message"), f"({g.pop('hint', 'no hint')})", *g)
for name, value in document.items():
    print(f"{name}: {value}")
END
for file in wrong.d warned.d line.d nosuch.d $'n\303\266\377.d'; do
	echo "# ${file//$'\377'/}"
	"$DTRACE" --check $file -O json > out 2> err
	echo "status $?"
	python3 show.py < out
	cat err
done
echo "# standard input"
echo 'BEGIN { nosuch(); }' | "$DTRACE" -O json --check - | python3 show.py
echo "# text"
"$DTRACE" --check line.d 2>&1
echo "status $?"
"$DTRACE" --check warned.d 2>&1
echo "status $?"
# output:
# # wrong.d
# status 1
# wrong.d 3:13-3:14 error D_SYNTAX syntax error near ";" (no hint)
# wrong.d 5:20-5:26 error D_TYPE_MEMBER nosuch is not a member of struct task_struct (dtrace --explain 'struct task_struct' shows the members)
# # warned.d
# status 0
# warned.d 2:44-2:45 warning W_ASSIGN_COND the condition assigns (to compare, write ==)
# # line.d
# status 1
# other \"name\".d 7:1-7:11 error D_PDESC_ZERO probe description nosuch:::x does not match any probes (no hint)
# # nosuch.d
# status 1
# error: failed to open nosuch.d: No such file or directory
# # nö.d
# status 1
# error: failed to open nö�.d: No such file or directory
# # standard input
# - 1:9-1:15 error D_FUNC_UNDEF undefined function name: nosuch (no hint)
# # text
# dtrace: failed to compile script line.d: "other \"name\".d", line 7: probe description nosuch:::x does not match any probes
# other \"name\".d:7:1: error: probe description nosuch:::x does not match any probes
#     7 | nosuch:::x { }
#       | ^~~~~~~~~~
# status 1
# warned.d:2:44: warning: the condition assigns
#     2 | BEGIN { trace(1); this->a = 1; if (this->a = 2) { exit(0); } }
#       |                                            ^
# hint: to compare, write ==
# status 0
