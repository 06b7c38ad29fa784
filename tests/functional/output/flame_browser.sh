# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# The page of -O flame in a browser: graphs, zoom, search, tables, histograms, heat maps.
[ -z "$DT_GUEST" ] || { echo "a browser takes minutes in a guest, and the page is the same"; exit 77; }
browser=$(command -v chromium-headless-shell chromium chromium-browser | head -1)
[ -n "$browser" ] || { echo "the archive has no chromium"; exit 77; }
page=$TMPDIR/page.html
"$DTRACE" -O flame="$page" -s "$SRCDIR/_flame.d" -c "$WORKLOADS/flame" >"$TMPDIR/out" || exit 1
python3 "$SRCDIR/_flame_browser.py" "$browser" "$page" "$TMPDIR"
