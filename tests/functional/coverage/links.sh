# SPDX-License-Identifier: BSD-2-Clause
# Every link of every document leads somewhere.
../../../tools/check-links
