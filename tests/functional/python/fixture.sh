# SPDX-License-Identifier: BSD-2-Clause
# The guide's fixture for pytest: a test that opens a file fails, one that opens none passes.
/usr/bin/python3 -c "import pytest" 2> /dev/null || { echo "pytest is not installed"; exit 77; }
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1
{
	printf 'import os\nimport libdtrace\nimport pytest\n'
	sed -n '/^    @pytest.fixture/,/^[^ ]/p' ../../../docs/guide/library.md | sed '/^[^ ]/d; s/^    //'
	printf 'def test_none(opens_no_file):\n    os.getppid()\n'
	printf 'def test_one(opens_no_file):\n    os.close(os.open("/etc/hostname", os.O_RDONLY))\n'
} > "$TMPDIR/test_files.py"
cd "$TMPDIR" || exit
/usr/bin/python3 -m pytest -q -p no:cacheprovider test_files.py > out 2>&1
grep -oE '^(ERROR|FAILED) test_files.py::test_[a-z]*|^[0-9].*passed.*error' out || cat out
# output:
# ERROR test_files.py::test_one
# 2 passed, 1 error
