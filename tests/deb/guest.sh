#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# tests/deb/guest.sh DIRECTORY CASE...: in a guest. Installs the packages in the directory over the guest's read-only root,
# and runs cases of inside.sh there. The guest has what the packages depend on, but no database of it, and no network.
set -eu
packages=$(realpath "$1") here=$(dirname "$(realpath "$0")")
shift
work=/run/packages root=/run/packages/root
mkdir $work && mount -t tmpfs tmpfs $work
mkdir $work/upper $work/work $root
mount -t overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" overlay $root
for dir in dev proc sys; do mount --rbind /$dir $root/$dir; done
mount -t tmpfs tmpfs $root/tmp
mkdir $root/packages
cp "$packages"/{dtrace,libdtrace1,python3-libdtrace}_*.deb $root/packages
cp "$here/inside.sh" $root/packages/cases.sh
passed=0 failed=0
case_of() { # name, command in the new root
	local name=$1
	shift
	if chroot $root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@" > $work/log 2>&1; then
		echo "ok    $name"
		passed=$((passed + 1))
	else
		tail -n 40 $work/log
		echo "FAIL  $name"
		failed=$((failed + 1))
	fi
}
case_of "the packages are installed" sh -c 'touch /var/lib/dpkg/status && dpkg --force-depends -i /packages/*.deb'
for name; do
	case_of "$name" bash /packages/cases.sh "$name"
done
echo "packages-arm64: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
