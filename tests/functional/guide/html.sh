# SPDX-License-Identifier: BSD-2-Clause
# make html: every chapter is a page, every link of every page leads somewhere, and one that does not is told.
build=$(dirname "$DTRACE") top=$SRCDIR/../../..
"$top/tools/guide-html" "$build/docs/reference.md" "$TMPDIR/html" | sed 's/^[0-9]* pages, [0-9]* links/N pages, N links/'
[ "$(ls "$TMPDIR"/html/*.html | wc -l)" -gt "$(ls "$top"/docs/guide/*.md | wc -l)" ] && echo "all chapters"
for words in '<h2 id="which-line-does-that">' '<a href="one-liners.html">' 'report.c:12'; do
	grep -qF "$words" "$TMPDIR/html/tutorial.html" || echo "tutorial.html has no $words"
done
grep -qF 'examples/io/iosnoop.d.html">' "$TMPDIR/html/tools.html" && grep -q '^ \* iosnoop' "$TMPDIR/html/examples/io/iosnoop.d.html" &&
	echo "an example is shown"
echo '# Reference: [nobody](nobody.md), [lost](tutorial.md#lost)' > "$TMPDIR/reference.md"
"$top/tools/guide-html" "$TMPDIR/reference.md" "$TMPDIR/wrong" | sed -n 's/^reference.html: //p'
echo "status ${PIPESTATUS[0]}"
