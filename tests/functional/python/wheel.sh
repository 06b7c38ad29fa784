# SPDX-License-Identifier: BSD-2-Clause
# The wheel is built without the network, for the stable ABI, and traces from a virtual environment.
for module in pip setuptools wheel venv cffi; do
	/usr/bin/python3 -c "import $module" 2> /dev/null || { echo "the Python module $module is not installed"; exit 77; }
done
build=${DTRACE%/*}
stage=$TMPDIR/stage
mkdir -p "$stage/usr/lib" "$stage/usr/include/dtrace"
cp "$build/libdtrace.so.1" "$stage/usr/lib/"
ln -s libdtrace.so.1 "$stage/usr/lib/libdtrace.so"
cp ../../../include/dtrace/*.h "$stage/usr/include/dtrace/"
sed 's|^prefix=.*|prefix=/usr|; s|^libdir=.*|libdir=/usr/lib|' "$build/meson-private/libdtrace.pc" > "$TMPDIR/libdtrace.pc"
cp -r ../../../python "$TMPDIR/source"
export PKG_CONFIG_PATH=$TMPDIR PKG_CONFIG_SYSROOT_DIR=$stage PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
/usr/bin/python3 -m pip wheel -q --no-index --no-cache-dir --no-build-isolation --no-deps -w "$TMPDIR" "$TMPDIR/source" > "$TMPDIR/log" 2>&1 ||
	cat "$TMPDIR/log"
echo "$TMPDIR"/*.whl | sed 's|.*/libdtrace-[0-9.]*||'
/usr/bin/python3 -m venv --system-site-packages "$TMPDIR/venv"
"$TMPDIR/venv/bin/pip" install -q --no-index --no-deps --disable-pip-version-check "$TMPDIR"/*.whl
cd "$TMPDIR" || exit
LD_LIBRARY_PATH=$build "$TMPDIR/venv/bin/python" << 'PY'
import libdtrace
print("/venv/" in libdtrace.__file__)
with libdtrace.Session() as s:
    s.add('BEGIN { trace("traced"); exit(0); }')
    s.go()
    for record in s:
        print(record[4])
PY
# output:
# -cp311-abi3-linux_x86_64.whl
# True
# traced
