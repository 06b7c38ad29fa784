// SPDX-License-Identifier: BSD-2-Clause
// The same by calls of the 32-bit ABI.
#include "files.c"
