# SPDX-License-Identifier: BSD-2-Clause
# %%dtrace in IPython: tables and drawings, with hostile names as text.
/usr/bin/python3 -c "import IPython" 2> /dev/null || { echo "IPython is not installed"; exit 77; }
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1 IPYTHONDIR=$TMPDIR
/usr/bin/python3 << 'PY'
import xml.etree.ElementTree as tree
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "libdtrace.notebook")
result = shell.run_cell_magic("dtrace", "30", r"""
BEGIN
{
    @names["<script>alert(1)</script>"] = sum(3); @names["a\"b&c"] = sum(5); @names["\001"] = sum(1);
    @ = quantize(100); trace("@other"); trace('@nos');
    exit(0);
}""")
shown = result._repr_html_()
print(sorted(result.aggregations), result["names"]["<script>alert(1)</script>"], "<script" in shown)
page = tree.fromstring(f"<body>{shown}</body>")
for row in page.iter("tr"):
    print([cell.text for cell in row])
print([len(shell.run_cell_magic("dtrace", "30", f"BEGIN {{ {text} exit(0); }}").aggregations)
       for text in ("trace('@');", "@a = count(); @ = count(); @a = count();")])
print([r.get("width") for r in page.iter("{http://www.w3.org/2000/svg}rect")])
print(sorted({e.tag.split("}")[-1] for e in page.iter()}))
PY
# output:
# ['_', 'names'] 3 False
# ['�', '1']
# ['<script>alert(1)</script>', '3']
# ['a"b&c', '5']
# ['64 to 127', '1']
# [0, 2]
# ['80.0', '240.0', '400.0', '400.0']
# ['body', 'caption', 'rect', 'svg', 'table', 'td', 'text', 'title', 'tr']
