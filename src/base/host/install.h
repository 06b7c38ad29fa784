/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds the files that belong to this library: below its installation prefix, even if the tree was
 * moved, or in the build directory.
 */
#ifndef DT_BASE_HOST_INSTALL_H
#define DT_BASE_HOST_INSTALL_H

enum dt_installed {
	DT_INSTALLED_D,	     // the directory of the D library
	DT_INSTALLED_KEEPER, // the program of src/keeper
	DT_INSTALLED_EXPORT, // the program of src/export
	DT_INSTALLED_PLACER, // the program of src/place
};

/** Returns the path (heap). If the file does not exist, returns its path below the configured
 *  prefix. */
char *dt_installed(enum dt_installed what);

#endif
