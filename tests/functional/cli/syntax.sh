# SPDX-License-Identifier: BSD-2-Clause
# needs: vim
# traces: nothing
# Syntax files of editors: Vim colours a script; the patterns of TextMate's grammar are valid and find the words.
built=$(dirname "$DTRACE")/docs
cd "$TMPDIR" || exit 1
cat > script.d <<'END'
#!/usr/sbin/dtrace -s
#pragma D option quiet
/* a comment: count() */
syscall::read:entry, BEGIN
/pid == $target && this->pid < 10ms/
{
	self->start = timestamp; x = 0x1f + 'a';
	@calls[execname] = quantize(curthread->pid);
	printf("%d count(\n", strlen("x"));
}
END
mkdir -p vim/syntax && cp "$built/dtrace.vim" vim/syntax
cat > show.vim <<'END'
syntax on
let shown = []
for line in range(1, line('$'))
  let last = ''
  let piece = ''
  for column in range(1, len(getline(line)) + 1)
    let name = synIDattr(synID(line, column, 1), 'name')
    if name != last && last != ''
      call add(shown, line . ' ' . last . ': ' . piece)
    endif
    let piece = name == last ? piece . getline(line)[column - 1] : getline(line)[column - 1]
    let last = name
  endfor
endfor
call writefile(shown, 'shown')
qall!
END
vim -N -u NONE -i NONE --cmd 'set runtimepath^=vim' -es -S show.vim script.d < /dev/null
cat shown
python3 - "$built/dtrace.tmLanguage.json" "$SRCDIR/../../../examples" <<'END'
import glob, json, re, sys
grammar = json.load(open(sys.argv[1]))
rules = []
def collect(node):
    for rule in node.get("patterns", ()):
        if "include" in rule:
            assert rule["include"][1:] in grammar["repository"], rule
        elif "name" in rule:
            rules.append((rule["name"], re.compile(rule.get("begin") or rule["match"], re.M)))
            if "end" in rule:
                re.compile(rule["end"])
        collect(rule)
collect(grammar)
for part in grammar["repository"].values():
    collect(part)
scripts = "\n".join(open(path).read() for path in glob.glob(sys.argv[2] + "/**/*.d", recursive=True)) + open("script.d").read()
print("without a match in the examples:", *(name for name, rule in rules if not rule.search(scripts)))
END
# output:
# 1 dtraceInterpreter: #!/usr/sbin/dtrace -s
# 2 dtracePragma: #pragma D option 
# 2 dtraceOption: quiet
# 3 dtraceComment: /* a comment: count() */
# 4 dtraceProvider: syscall
# 4 dtraceProbe: ::read:entry
# 4 dtraceProbe: BEGIN
# 5 dtraceVariable: pid
# 5 dtraceMacro: $target
# 5 dtraceStatement: this
# 5 dtraceMember: ->pid
# 5 dtraceNumber: 10ms
# 7 dtraceStatement: self
# 7 dtraceMember: ->start
# 7 dtraceVariable: timestamp
# 7 dtraceNumber: 0x1f
# 7 dtraceCharacter: 'a'
# 8 dtraceAggregate: @calls
# 8 dtraceVariable: execname
# 8 dtraceAggregation: quantize
# 8 dtraceVariable: curthread
# 8 dtraceMember: ->pid
# 9 dtraceAction: printf
# 9 dtraceString: "
# 9 dtraceFormat: %d
# 9 dtraceString:  count(
# 9 dtraceEscape: \n
# 9 dtraceString: "
# 9 dtraceFunction: strlen
# 9 dtraceString: "x"
# without a match in the examples:
