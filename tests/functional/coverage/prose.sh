# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# needs: git
# tools/check-prose finds breaches in documents, comments and texts, and misspelt words of the guide, and nothing in programs,
# questions, identifiers and files that are allowed. The tree itself passes.
"$SRCDIR/../../../tools/check-prose" | sed 's/^[0-9]* files, [0-9]* allowed/N files, N allowed/'
cd "$TMPDIR" && mkdir -p tree/tools tree/docs/guide tree/docs/dev tree/src && cd tree || exit 1
cp "$SRCDIR/../../../tools/check-prose" tools/
cat > docs/guide/a.md << 'END'
# Which user traces?

What is read is copied. dtrace prints the tracpoint and the fooprobe.

    What stands in a programm is told by nobody

A drop is told. Use `whoever` for it. Who traces what? The user decides.

| What it does | which is fine |
END
cat > src/a.c << 'END'
/** Whoever frees it, nobody waits. */
int nobody, whoever; // in the place of a name
const char *text = "the drop is told";
END
cp src/a.c src/b.c
echo src/b.c > tools/check-prose.allow
echo fooprobe > docs/dev/words.txt
git init -q . && git add -A
tools/check-prose
echo "status $?"
echo 'int clean;' > src/b.c
tools/check-prose --shrink
wc -l < tools/check-prose.allow
# output:
# N files, N allowed, 0 wrong
# docs/guide/a.md:3: "What": name the subject first
# docs/guide/a.md:7: "is told": dtrace reports
# docs/guide/a.md:9: "What": name the subject first
# src/a.c:1: "Whoever": name the subject first
# src/a.c:1: "nobody": no process, no user, no thread
# src/a.c:1: "Whoever": a user who, the caller
# src/a.c:2: "in the place of": instead of
# src/a.c:3: "is told": dtrace reports
# docs/guide/a.md:3: dtrace: misspelt, or a line of docs/dev/words.txt
# docs/guide/a.md:3: tracpoint: misspelt, or a line of docs/dev/words.txt
# 3 files, 1 allowed, 10 wrong
# status 1
# 0
