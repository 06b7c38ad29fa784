# SPDX-License-Identifier: BSD-2-Clause
# Operations on names, each with its file and its error, and how many paths were looked up for them.
for probe in fsinfo:::{mkdir,rmdir,remove,symlink,link,rename,readlink,setattr,getattr,access,lookup} sysinfo:::namei; do
	"$DTRACE" -ln "$probe" > /dev/null 2> "$TMPDIR/why" && continue
	sed -n 's/^dtrace: //p' "$TMPDIR/why" | head -n 1
	exit 77
done
cd "$TMPDIR" && "$DTRACE" -qc "$WORKLOAD" -n '
	syscall::chdir:return /pid == $target/ { self->counting = 1; }

	fsinfo:::create, fsinfo:::mkdir, fsinfo:::rmdir, fsinfo:::remove, fsinfo:::symlink, fsinfo:::link,
	fsinfo:::rename, fsinfo:::readlink, fsinfo:::setattr, fsinfo:::getattr, fsinfo:::access, fsinfo:::lookup
	/self->counting/
	{
		this->whole = strjoin(strjoin(args[0]->fi_dirname, "/"), args[0]->fi_name);
		printf("%s %s%s: %d\n", probename, args[0]->fi_name == "<none>" ? "<none>" :
		    strjoin(".", substr(args[0]->fi_pathname, strlen($$1))),
		    args[0]->fi_name == "<none>" || args[0]->fi_pathname == this->whole ? "" : " (not as its parts)", args[2]);
	}

	sysinfo:::namei /self->counting/ { paths += args[0]; }

	END { printf("%d paths\n", paths); }' "$(pwd -P)"
# output:
# lookup .: 0
# setattr .: 0
# mkdir ./d: 0
# create ./d/f: 0
# symlink ./d/s: 0
# lookup ./d/s: 0
# readlink ./d/s: 0
# lookup ./d/f: 0
# link ./d/l: 0
# lookup ./d: 0
# link ./d/l2: 1
# rename ./r: 0
# lookup ./r: 0
# getattr ./r: 0
# lookup <none>: 2
# lookup ./r: 0
# access ./r: 0
# lookup ./r: 0
# setattr ./r: 0
# rmdir ./d: 39
# remove ./d: 21
# remove ./r: 0
# remove ./d/s: 0
# remove ./d/f: 0
# rmdir ./d: 0
# lookup <none>: 2
# mkdir ./e: 13
# 24 paths
#
