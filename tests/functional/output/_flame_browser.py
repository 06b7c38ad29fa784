# SPDX-License-Identifier: BSD-2-Clause
"""_flame_browser.py BROWSER PAGE PROFILE: use the page of _flame.d as its reader does, and print what
it shows."""
import json
import sys

from _browser import Browser

SECTION = """[...document.querySelectorAll("section")].find(s => s.querySelector("h2").textContent.startsWith(%s))"""
FRAMES = """[...%s.querySelectorAll(".flame div")].map(e => {
    const [name, ...numbers] = e.title.split("\\n"), c = getComputedStyle(e).backgroundColor.match(/\\d+/g);
    return {name: name.replace(/^.*`/, ""), numbers: numbers.join(), shown: e.textContent,
        width: Math.round(e.getBoundingClientRect().width), class: e.className, red: +c[0], blue: +c[2],
        bottom: parseInt(e.style.bottom)};
})"""
ROWS = """[...%s.querySelectorAll("tbody tr")].map(tr => [...tr.children].map(td => td.textContent))"""

browser = Browser(*sys.argv[1:])


def section(name):
    return SECTION % json.dumps(name + " ")


def frames(name):
    return browser.evaluate(FRAMES % section(name))


def frame(name, function):
    """An expression that is the frame of a function in the flame graph."""
    return f"""[...{section(name)}.querySelectorAll(".flame div")].find(e => e.title.includes("`{function}\\n"))"""


def told(name):
    return browser.evaluate(f'{section(name)}.querySelector("output").textContent').replace("flame`", "")


def own(rows):
    return [r for r in rows if r["name"] in ("main", "left", "right", "ends", "last", "leaf")]


print("--- all")
for f in own(frames("leaf")):
    print(f["name"], f["numbers"], f["width"])

print("--- zoom")
browser.click(frame("leaf", "right"))
print(told("leaf"))
for f in own(frames("leaf")):
    print(f["name"], f["numbers"], f["width"], f["class"])

print("--- reset, search")
browser.click(f'{section("leaf")}.querySelector("button")')
print(told("leaf"), len(own(frames("leaf"))), "frames")
browser.click(f'{section("leaf")}.querySelector("input")')
browser.type("^flame`(left|la)")
print(told("leaf"))
print(sorted(f["name"] for f in frames("leaf") if "found" in f["class"]))
browser.type("(")
print("invalid", browser.evaluate(f'{section("leaf")}.querySelector("input").matches(":invalid")'))

print("--- table")
rows = f'[...{section("leaf")}.querySelectorAll("tr.function")]'
browser.click(f'{rows}.find(tr => tr.textContent.endsWith("`right"))')
print(told("leaf"))
for row in browser.evaluate(ROWS % section("leaf")):
    if row[3].startswith("flame`"):
        print(*row)
browser.click(f'{section("leaf")}.querySelectorAll("th")[1]')
totals = [int(row[1]) for row in browser.evaluate(ROWS % section("leaf"))]
print("by total", totals == sorted(totals, reverse=True))

print("--- colours")
calls = frames("calls")
print({kind: {"red" if f["red"] > f["blue"] else "blue" for f in calls if f["class"].startswith(kind)}
       for kind in ("user", "kernel")})
lowest = {kind: min(f["bottom"] for f in calls if f["class"].startswith(kind)) for kind in ("user", "kernel")}
print("user below kernel", lowest["user"] < lowest["kernel"])

print("--- histogram")
print(browser.evaluate(f'{section("sizes")}.querySelector("h3").textContent'))
for row in browser.evaluate(ROWS % section("sizes")):
    print(*row)

print("--- heat map")
print(browser.evaluate(f"""(() => {{
    const cells = [...{section("times")}.querySelectorAll(".heat rect title")].map(t => t.textContent);
    const sums = {{}};
    for (const [, label, n] of cells.map(c => c.match(/^(\\S+) at .* s: (\\d+)$/)))
        sums[label] = (sums[label] ?? 0) + +n;
    return JSON.stringify(sums);
}})()"""))
print(browser.evaluate(f'{section("times")}.querySelectorAll("option").length'), "times")

print("--- others")
for row in browser.evaluate(ROWS % section("largest")):
    print(*row)
print(*browser.evaluate(f'[...{section("spread")}.querySelectorAll("th")].map(th => th.textContent)'))
for row in browser.evaluate(ROWS % section("spread")):
    print(*row)
browser.close()
