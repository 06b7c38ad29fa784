/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Where the files are that belong to this library: below the prefix that it was installed under,
 * wherever that tree lies now, or in the build directory.
 */
#ifndef DT_BASE_HOST_INSTALL_H
#define DT_BASE_HOST_INSTALL_H

enum dt_installed {
	DT_INSTALLED_D,	     // directory of the D library
	DT_INSTALLED_KEEPER, // program of src/keeper
};

/** Heap. If there is no such file anywhere: where it would be after an installation. */
char *dt_installed(enum dt_installed what);

#endif
