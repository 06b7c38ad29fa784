# SPDX-License-Identifier: BSD-2-Clause
# What documents say of the tree is so.
../../../tools/check-docs
