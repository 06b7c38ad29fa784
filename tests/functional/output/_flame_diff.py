# SPDX-License-Identifier: BSD-2-Clause
"""_flame_diff.py BROWSER PAGE PROFILE HOST: what a page shows that is compared with an earlier run."""
import re
import sys

from _browser import Browser

browser = Browser(*sys.argv[1:4])
print(re.sub(r"[\w./-]*/dtrace\b", "dtrace", browser.evaluate("document.title"))[:15])
print(re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$", "DATE",
             browser.evaluate('document.querySelector("header").lastChild.textContent').replace(sys.argv[4], "HOST")))
print(browser.evaluate('document.querySelector(".earlier").textContent')[:14])
for title, colour in browser.evaluate("""[...document.querySelectorAll(".flame div")]
        .map(e => [e.title, getComputedStyle(e).backgroundColor])"""):
    name, now, before = title.replace("flame_diff`", "").split("\n")
    if name in ("grown", "shrunk", "gone", "all"):
        red, _, blue = map(int, re.findall(r"\d+", colour))
        print(name, now, before, "red" if red > blue else "blue" if blue > red else "grey", sep="; ")
for row in browser.evaluate("""[...document.querySelectorAll("tbody tr")].map(tr => [...tr.children].map(td => td.textContent))"""):
    if row[-1].startswith("flame_diff`") and row[-1][11:] in ("grown", "shrunk", "gone"):
        print(*row)
browser.close()
