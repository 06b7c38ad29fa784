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
