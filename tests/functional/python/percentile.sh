# SPDX-License-Identifier: BSD-2-Clause
# The estimates of percentile(), compared with sorted values.
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
/usr/bin/python3 -X dev _percentile.py 2>&1
# output:
# uniform True True
# exponential True True
# lognormal True True
# two peaks True True
# pareto True True
# 0 [None, 0, 1] True 658
# [5, 5, 17592186044416, 17592186044416] None
# a percentile is between 0 and 100
# a percentile is between 0 and 100
