# SPDX-License-Identifier: BSD-2-Clause
# needs: mkdocs
# traces: nothing
# make html: every chapter is a page with a sidebar and a search box, and every link leads to a page and to a heading there.
build=$(dirname "$DTRACE") top=$SRCDIR/../../..
"$top/tools/guide-html" "$build/docs/reference.md" "$TMPDIR/html" || exit 1
for chapter in "$top"/docs/guide/*.md; do
	page=$(basename "$chapter" .md)
	[ -f "$TMPDIR/html/docs/guide/${page/README/index}.html" ] || echo "no page of $page"
done
for words in 'id="finding-the-line"' 'href="one-liners.html"' 'report.c:12' 'role="search"' 'role="navigation"'; do
	grep -qF "$words" "$TMPDIR/html/docs/guide/tutorial.html" || echo "tutorial.html has no $words"
done
grep -q 'iosnoop' "$TMPDIR/html/examples/io/iosnoop.d" && echo "an example is there"
python3 - "$TMPDIR/html" << 'END'
import glob, os, re, sys
os.chdir(sys.argv[1])
ids, n = {}, 0
for page in glob.glob("**/*.html", recursive=True):
    ids[page] = set(re.findall(r'id="([^"]*)"', open(page).read()))
for page in sorted(set(ids) - {"404.html"}):
    for target in re.findall(r'href="([^"]*#[^"]+)"', open(page).read()):
        to, _, anchor = target.partition("#")
        to = os.path.normpath(os.path.join(os.path.dirname(page), to)) if to else page
        if not re.match("https?:", target):
            n += 1
            if anchor not in ids.get(to, ()):
                print(f"{page}: {target} leads nowhere")
print("links to headings are checked" if n > 100 else f"only {n} links to headings")
END
grep -q 'dtrace_set_handler' "$TMPDIR/html/library/dtrace_8h.html" && echo "the library's reference is there"
{ cat "$top/docs/Doxyfile"; echo "INPUT = bare.h"; } > "$TMPDIR/Doxyfile"
printf '/** @file */\nint bare(void);\n' > "$TMPDIR/bare.h"
(cd "$TMPDIR" && doxygen Doxyfile) > "$TMPDIR/log" 2>&1 || grep -o 'bare(void).*' "$TMPDIR/log"
# A link to a page that does not exist, and a chapter that the sidebar lacks, are errors.
echo '# Reference: [nothing](nothing.md)' > "$TMPDIR/reference.md"
"$top/tools/guide-html" "$TMPDIR/reference.md" "$TMPDIR/wrong" > "$TMPDIR/log" 2>&1 || grep -o 'docs/guide/nothing.md' "$TMPDIR/log"
# output:
# an example is there
# links to headings are checked
# the library's reference is there
# bare(void) (function) of file bare.h is not documented.
# docs/guide/nothing.md
