# SPDX-License-Identifier: BSD-2-Clause
#
# promtool accepts the alert rules; they and the dashboard ask for metrics of the service's programs only, and for all of them.
command -v promtool >/dev/null || { echo "promtool is not installed" >&2; exit 77; }
cd ../../../packaging/service || exit 1
promtool check rules dtrace.rules.yml | grep -o 'SUCCESS.*'
python3 - <<'END'
import glob, json, re
declared = {"dtrace_" + name for path in glob.glob("*.d")
            for name in re.findall(r"#pragma D metric @(\w+)", open(path, encoding="utf-8").read())}
board = json.load(open("dashboard.json", encoding="utf-8"))
asked = " ".join(t["expr"] for p in board["panels"] for t in p["targets"])
rules = re.sub(r"#.*", "", open("dtrace.rules.yml", encoding="utf-8").read())
for text in asked, rules:
    names = set(re.findall(r"(?<!cgroup:)\bdtrace_(?!exporter_)\w+", text))
    bases = {re.sub(r"_(seconds|bytes)?(_?total|_bucket|_sum)$", "", n) for n in names}
    print(sorted(bases - declared))
print(sorted(declared - {re.sub(r"_(seconds|bytes)?(_?total|_bucket|_sum)$", "", n) for n in re.findall(r"\bdtrace_\w+", asked)}))
END
# output:
# SUCCESS: 6 rules found
# []
# []
# []
