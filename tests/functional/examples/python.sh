# SPDX-License-Identifier: BSD-2-Clause
# A CPython that reports few entries of functions: pycalls.d counts its calls, two other scripts report the
# missing events.
. ./_run.sh
python=/usr/bin/python3
readelf -n "$python" 2> /dev/null | grep -q function__return ||
	{ echo "no $python with probes"; exit 77; }
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { echo "not CPython 3.11"; exit 77; }
cat > shop.py << 'EOF'
def fail():
    raise ValueError
def price(n):
    return n * 2
def order(n):
    return price(n) + price(n)
def numbers():
    yield 1
    yield 2
def report():
    for i in range(3):
        order(i)
    list(map(price, numbers()))
report()
try:
    fail()
except ValueError:
    pass
EOF
run runtimes/pycalls.d -c "$python shop.py" | grep shop.py | squeeze | sort
for script in pytime pyflow; do
	run runtimes/$script.d -c "$python shop.py" | sed -n 's/^[1-9][0-9]* returns/some returns/p'
done
# output:
# shop.py <module> 1
# shop.py fail 1
# shop.py numbers 3
# shop.py order 3
# shop.py price 8
# shop.py report 1
# some returns without an entry: CPython 3.11 and later do not report most entries
# some returns without an entry: CPython 3.11 and later do not report most entries
