/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The server of NFS version 3: one pair of probes for each procedure of RFC 1813.
 *
 * The kernel's functions nfsd3_proc_… serve one procedure each. They take a decoded request
 * (rq_argp), find the file by fh_verify(), do the work, and leave the reply (rq_resp) to be encoded.
 * A start probe fires when the file is found, so that its path is known. If a request fails before
 * that, its start probe fires together with its done probe. A request that the cache of replies
 * answers, or that cannot be decoded, fires neither.
 *
 * Arguments and results have the names of the RFC. Left out: file handles and attributes, which the
 * kernel keeps in forms of its own.
 */
#pragma D depends_on library nfs.d

typedef struct nfsv3opinfo {
	uint64_t noi_xid; /* The number of the request, which its client chose. */
	struct svc_cred *noi_cred; /* The kernel's credentials of the request: noi_cred->cr_uid.val … */
	string noi_curpath; /* The path on the server: of the file, or of the directory of a name. */
} nfsv3opinfo_t;

/* The input is the file, or NULL; argument 0 of each probe is the request. */
translator nfsv3opinfo_t < struct svc_fh *F > {
	noi_xid = ntohl(((struct svc_rqst *)arg0)->rq_xid);
	noi_cred = &((struct svc_rqst *)arg0)->rq_cred;
	noi_curpath = __nfs_path[F];
};

/* ---- arguments */

typedef struct nfsv3data {
	uint32_t data_len; /* How many bytes. */
} nfsv3data_t;

translator nfsv3data_t < struct nfsd3_writeargs *A > { data_len = A->len; };
translator nfsv3data_t < struct nfsd3_readres *A > { data_len = A->count; };

typedef struct nfsv3name {
	string name; /* The name in the directory. */
} nfsv3name_t;

struct nfsv3_from;
struct nfsv3_to;
translator nfsv3name_t < struct nfsd3_diropargs *A > { name = __nfs_name[A->name, A->len]; };
translator nfsv3name_t < struct nfsd3_createargs *A > { name = __nfs_name[A->name, A->len]; };
translator nfsv3name_t < struct nfsd3_mknodargs *A > { name = __nfs_name[A->name, A->len]; };
translator nfsv3name_t < struct nfsd3_symlinkargs *A > { name = __nfs_name[A->fname, A->flen]; };
translator nfsv3name_t < struct nfsd3_linkargs *A > { name = __nfs_name[A->tname, A->tlen]; };
inline struct nfsd3_renameargs *__nfs3_rename[void *A] = (struct nfsd3_renameargs *)A;
translator nfsv3name_t < struct nfsv3_from *A > {
	name = __nfs_name[__nfs3_rename[A]->fname, __nfs3_rename[A]->flen];
};
translator nfsv3name_t < struct nfsv3_to *A > {
	name = __nfs_name[__nfs3_rename[A]->tname, __nfs3_rename[A]->tlen];
};

typedef struct nfsv3link {
	string symlink_data; /* The target of the symbolic link. */
} nfsv3link_t;

/* The kernel has copied the target only when it makes the link. */
translator nfsv3link_t < struct nfsd3_symlinkargs *A > {
	symlink_data = __nfs_name[(char *)A->first.iov_base, A->tlen];
};

typedef struct GETATTR3args {
	struct svc_fh *object; /* The kernel's handle of the file. */
} GETATTR3args;

translator GETATTR3args < struct nfsd_fhandle *A > {
	object = &A->fh;
};

typedef struct SETATTR3args {
	uint32_t valid; /* The kernel's ATTR_ bits of the attributes to be set. */
} SETATTR3args;

translator SETATTR3args < struct nfsd3_sattrargs *A > {
	valid = A->attrs.ia_valid;
};

typedef struct LOOKUP3args {
	nfsv3name_t what; /* The name: what.name. */
} LOOKUP3args;

translator LOOKUP3args < struct nfsd3_diropargs *A > {
	what = xlate<nfsv3name_t>(A);
};

typedef struct ACCESS3args {
	uint32_t access; /* The permissions that the client asks for: 1 read, 2 lookup, 4 modify … */
} ACCESS3args;

translator ACCESS3args < struct nfsd3_accessargs *A > {
	access = A->access;
};

typedef struct READLINK3args {
	struct svc_fh *object; /* The kernel's handle of the file. */
} READLINK3args;

translator READLINK3args < struct nfsd_fhandle *A > {
	object = &A->fh;
};

typedef struct READ3args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t count; /* How many bytes to read. */
} READ3args;

translator READ3args < struct nfsd3_readargs *A > {
	offset = A->offset;
	count = A->count;
};

typedef struct WRITE3args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t count; /* How many bytes to write. */
	uint32_t stable; /* UNSTABLE, DATA_SYNC or FILE_SYNC. */
	nfsv3data_t data; /* The data, of which the length is known: data.data_len. */
} WRITE3args;

translator WRITE3args < struct nfsd3_writeargs *A > {
	offset = A->offset;
	count = A->count;
	stable = A->stable;
	data = xlate<nfsv3data_t>(A);
};

typedef struct CREATE3args {
	nfsv3name_t where; /* The name: where.name. */
} CREATE3args;

translator CREATE3args < struct nfsd3_createargs *A > {
	where = xlate<nfsv3name_t>(A);
};

typedef struct MKDIR3args {
	nfsv3name_t where; /* The name: where.name. */
} MKDIR3args;

translator MKDIR3args < struct nfsd3_createargs *A > {
	where = xlate<nfsv3name_t>(A);
};

typedef struct SYMLINK3args {
	nfsv3name_t where; /* The name: where.name. */
	nfsv3link_t symlink; /* The target: symlink.symlink_data. */
} SYMLINK3args;

translator SYMLINK3args < struct nfsd3_symlinkargs *A > {
	where = xlate<nfsv3name_t>(A);
	symlink = xlate<nfsv3link_t>(A);
};

typedef struct MKNOD3args {
	nfsv3name_t where; /* The name: where.name. */
} MKNOD3args;

translator MKNOD3args < struct nfsd3_mknodargs *A > {
	where = xlate<nfsv3name_t>(A);
};

typedef struct REMOVE3args {
	nfsv3name_t object; /* The name: object.name. */
} REMOVE3args;

translator REMOVE3args < struct nfsd3_diropargs *A > {
	object = xlate<nfsv3name_t>(A);
};

typedef struct RMDIR3args {
	nfsv3name_t object; /* The name: object.name. */
} RMDIR3args;

translator RMDIR3args < struct nfsd3_diropargs *A > {
	object = xlate<nfsv3name_t>(A);
};

typedef struct RENAME3args {
	nfsv3name_t from; /* The name until now: from.name. */
	nfsv3name_t to; /* The name from now on: to.name. */
} RENAME3args;

translator RENAME3args < struct nfsd3_renameargs *A > {
	from = xlate<nfsv3name_t>((struct nfsv3_from *)A);
	to = xlate<nfsv3name_t>((struct nfsv3_to *)A);
};

typedef struct LINK3args {
	nfsv3name_t link; /* The new name: link.name. */
} LINK3args;

translator LINK3args < struct nfsd3_linkargs *A > {
	link = xlate<nfsv3name_t>(A);
};

typedef struct READDIR3args {
	uint64_t cookie; /* The place in the directory, 0 for its begin. */
	uint32_t count; /* The size of the answer, in bytes. */
} READDIR3args;

translator READDIR3args < struct nfsd3_readdirargs *A > {
	cookie = A->cookie;
	count = A->count;
};

typedef struct READDIRPLUS3args {
	uint64_t cookie; /* The place in the directory, 0 for its begin. */
	uint32_t maxcount; /* The size of the answer, in bytes. */
} READDIRPLUS3args;

translator READDIRPLUS3args < struct nfsd3_readdirargs *A > {
	cookie = A->cookie;
	maxcount = A->count;
};

typedef struct FSSTAT3args {
	struct svc_fh *object; /* The kernel's handle of the file. */
} FSSTAT3args;

translator FSSTAT3args < struct nfsd_fhandle *A > {
	object = &A->fh;
};

typedef struct FSINFO3args {
	struct svc_fh *object; /* The kernel's handle of the file. */
} FSINFO3args;

translator FSINFO3args < struct nfsd_fhandle *A > {
	object = &A->fh;
};

typedef struct PATHCONF3args {
	struct svc_fh *object; /* The kernel's handle of the file. */
} PATHCONF3args;

translator PATHCONF3args < struct nfsd_fhandle *A > {
	object = &A->fh;
};

typedef struct COMMIT3args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t count; /* How many bytes, 0 for all that follow. */
} COMMIT3args;

translator COMMIT3args < struct nfsd3_commitargs *A > {
	offset = A->offset;
	count = A->count;
};

/* ---- results */

typedef struct READ3resok {
	uint32_t count; /* How many bytes were read. */
	int eof; /* 1 if that is the end of the file. */
	nfsv3data_t data; /* The data, of which the length is known: data.data_len. */
} READ3resok;

translator READ3resok < struct nfsd3_readres *A > {
	count = A->count;
	eof = A->eof;
	data = xlate<nfsv3data_t>(A);
};

typedef struct WRITE3resok {
	uint32_t count; /* How many bytes were written. */
	uint32_t committed; /* UNSTABLE, DATA_SYNC or FILE_SYNC. */
} WRITE3resok;

translator WRITE3resok < struct nfsd3_writeres *A > {
	count = A->count;
	committed = A->committed;
};

typedef struct ACCESS3resok {
	uint32_t access; /* The permissions that the user has. */
} ACCESS3resok;

translator ACCESS3resok < struct nfsd3_accessres *A > { access = A->access; };

typedef struct GETATTR3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} GETATTR3res;

translator GETATTR3res < struct nfsd3_attrstat *A > { status = ntohl(A->status); };

typedef struct SETATTR3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} SETATTR3res;

translator SETATTR3res < struct nfsd3_attrstat *A > { status = ntohl(A->status); };

typedef struct LOOKUP3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} LOOKUP3res;

translator LOOKUP3res < struct nfsd3_diropres *A > { status = ntohl(A->status); };

typedef struct ACCESS3res_u {
	ACCESS3resok ok; /* The result if status is 0. */
} ACCESS3res_u;

translator ACCESS3res_u < struct nfsd3_accessres *A > { ok = xlate<ACCESS3resok>(A); };

typedef struct ACCESS3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
	ACCESS3res_u res_u; /* The result: res_u.ok. */
} ACCESS3res;

translator ACCESS3res < struct nfsd3_accessres *A > {
	status = ntohl(A->status);
	res_u = xlate<ACCESS3res_u>(A);
};

typedef struct READLINK3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} READLINK3res;

translator READLINK3res < struct nfsd3_readlinkres *A > { status = ntohl(A->status); };

typedef struct READ3res_u {
	READ3resok ok; /* The result if status is 0. */
} READ3res_u;

translator READ3res_u < struct nfsd3_readres *A > { ok = xlate<READ3resok>(A); };

typedef struct READ3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
	READ3res_u res_u; /* The result: res_u.ok. */
} READ3res;

translator READ3res < struct nfsd3_readres *A > {
	status = ntohl(A->status);
	res_u = xlate<READ3res_u>(A);
};

typedef struct WRITE3res_u {
	WRITE3resok ok; /* The result if status is 0. */
} WRITE3res_u;

translator WRITE3res_u < struct nfsd3_writeres *A > { ok = xlate<WRITE3resok>(A); };

typedef struct WRITE3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
	WRITE3res_u res_u; /* The result: res_u.ok. */
} WRITE3res;

translator WRITE3res < struct nfsd3_writeres *A > {
	status = ntohl(A->status);
	res_u = xlate<WRITE3res_u>(A);
};

typedef struct CREATE3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} CREATE3res;

translator CREATE3res < struct nfsd3_diropres *A > { status = ntohl(A->status); };

typedef struct MKDIR3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} MKDIR3res;

translator MKDIR3res < struct nfsd3_diropres *A > { status = ntohl(A->status); };

typedef struct SYMLINK3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} SYMLINK3res;

translator SYMLINK3res < struct nfsd3_diropres *A > { status = ntohl(A->status); };

typedef struct MKNOD3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} MKNOD3res;

translator MKNOD3res < struct nfsd3_diropres *A > { status = ntohl(A->status); };

typedef struct REMOVE3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} REMOVE3res;

translator REMOVE3res < struct nfsd3_attrstat *A > { status = ntohl(A->status); };

typedef struct RMDIR3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} RMDIR3res;

translator RMDIR3res < struct nfsd3_attrstat *A > { status = ntohl(A->status); };

typedef struct RENAME3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} RENAME3res;

translator RENAME3res < struct nfsd3_renameres *A > { status = ntohl(A->status); };

typedef struct LINK3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} LINK3res;

translator LINK3res < struct nfsd3_linkres *A > { status = ntohl(A->status); };

typedef struct READDIR3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} READDIR3res;

translator READDIR3res < struct nfsd3_readdirres *A > { status = ntohl(A->status); };

typedef struct READDIRPLUS3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} READDIRPLUS3res;

translator READDIRPLUS3res < struct nfsd3_readdirres *A > { status = ntohl(A->status); };

typedef struct FSSTAT3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} FSSTAT3res;

translator FSSTAT3res < struct nfsd3_fsstatres *A > { status = ntohl(A->status); };

typedef struct FSINFO3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} FSINFO3res;

translator FSINFO3res < struct nfsd3_fsinfores *A > { status = ntohl(A->status); };

typedef struct PATHCONF3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} PATHCONF3res;

translator PATHCONF3res < struct nfsd3_pathconfres *A > { status = ntohl(A->status); };

typedef struct COMMIT3res {
	uint32_t status; /* 0, or the error: NFS3ERR_NOENT … */
} COMMIT3res;

translator COMMIT3res < struct nfsd3_commitres *A > { status = ntohl(A->status); };

/* ---- probes: 100003 is the program NFS, whose functions have the same names as those of ACLs */

/*
 * Operations of an NFS server, version 3.
 *
 *	nfsv3:::op-*-start { @[args[0]->ci_remote, probename] = count(); }
 */
provider nfsv3 {
	fbt:nfsd:nfsd3_proc_*:entry
	/((struct svc_rqst *)arg0)->rq_prog == 100003/
	{
		self->request = (struct svc_rqst *)arg0;
		self->starting = ((struct svc_rqst *)arg0)->rq_proc;
	}

	fbt:nfsd:fh_verify:entry
	/self->starting/
	{
		self->file = (struct svc_fh *)arg1;
	}

	/* A ping of the server. */
	probe op__null__start(struct svc_rqst *R, struct svc_fh *F) : (conninfo_t *R, nfsv3opinfo_t *F) =
	    fbt:nfsd:nfsd3_proc_null:entry /((struct svc_rqst *)arg0)->rq_prog == 100003/
		{ (struct svc_rqst *)arg0, NULL }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__null__done(struct svc_rqst *R, struct svc_fh *F) : (conninfo_t *R, nfsv3opinfo_t *F) =
	    fbt:nfsd:nfsd3_proc_null:return /self->request/ { self->request, NULL }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The attributes of a file. */
	probe op__getattr__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd_fhandle *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, GETATTR3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 1/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_getattr:return /self->starting/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__getattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_attrstat *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, GETATTR3res *A) =
	    fbt:nfsd:nfsd3_proc_getattr:return /self->request/
		{ self->request, self->file, (struct nfsd3_attrstat *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* New attributes. */
	probe op__setattr__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_sattrargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, SETATTR3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 2/
		{ self->request, self->file, (struct nfsd3_sattrargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_setattr:return /self->starting/
		{ self->request, self->file, (struct nfsd3_sattrargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__setattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_attrstat *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, SETATTR3res *A) =
	    fbt:nfsd:nfsd3_proc_setattr:return /self->request/
		{ self->request, self->file, (struct nfsd3_attrstat *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A name in a directory. */
	probe op__lookup__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, LOOKUP3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 3/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_lookup:return /self->starting/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__lookup__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, LOOKUP3res *A) =
	    fbt:nfsd:nfsd3_proc_lookup:return /self->request/
		{ self->request, self->file, (struct nfsd3_diropres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The permissions of a user. */
	probe op__access__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_accessargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, ACCESS3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 4/
		{ self->request, self->file, (struct nfsd3_accessargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_access:return /self->starting/
		{ self->request, self->file, (struct nfsd3_accessargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__access__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_accessres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, ACCESS3res *A) =
	    fbt:nfsd:nfsd3_proc_access:return /self->request/
		{ self->request, self->file, (struct nfsd3_accessres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The target of a symbolic link. */
	probe op__readlink__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd_fhandle *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READLINK3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 5/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_readlink:return /self->starting/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__readlink__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readlinkres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READLINK3res *A) =
	    fbt:nfsd:nfsd3_proc_readlink:return /self->request/
		{ self->request, self->file, (struct nfsd3_readlinkres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Data of a file. */
	probe op__read__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READ3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 6/
		{ self->request, self->file, (struct nfsd3_readargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_read:return /self->starting/
		{ self->request, self->file, (struct nfsd3_readargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__read__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READ3res *A) =
	    fbt:nfsd:nfsd3_proc_read:return /self->request/
		{ self->request, self->file, (struct nfsd3_readres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Data for a file. */
	probe op__write__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_writeargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, WRITE3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 7/
		{ self->request, self->file, (struct nfsd3_writeargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_write:return /self->starting/
		{ self->request, self->file, (struct nfsd3_writeargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__write__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_writeres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, WRITE3res *A) =
	    fbt:nfsd:nfsd3_proc_write:return /self->request/
		{ self->request, self->file, (struct nfsd3_writeres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new file. */
	probe op__create__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_createargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, CREATE3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 8/
		{ self->request, self->file, (struct nfsd3_createargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_create:return /self->starting/
		{ self->request, self->file, (struct nfsd3_createargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__create__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, CREATE3res *A) =
	    fbt:nfsd:nfsd3_proc_create:return /self->request/
		{ self->request, self->file, (struct nfsd3_diropres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new directory. */
	probe op__mkdir__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_createargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, MKDIR3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 9/
		{ self->request, self->file, (struct nfsd3_createargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_mkdir:return /self->starting/
		{ self->request, self->file, (struct nfsd3_createargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__mkdir__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, MKDIR3res *A) =
	    fbt:nfsd:nfsd3_proc_mkdir:return /self->request/
		{ self->request, self->file, (struct nfsd3_diropres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new symbolic link. */
	probe op__symlink__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_symlinkargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, SYMLINK3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 10/
		{ self->request, self->file, (struct nfsd3_symlinkargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_symlink:return /self->starting/
		{ self->request, self->file, (struct nfsd3_symlinkargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__symlink__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, SYMLINK3res *A) =
	    fbt:nfsd:nfsd3_proc_symlink:return /self->request/
		{ self->request, self->file, (struct nfsd3_diropres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new device, FIFO or socket. */
	probe op__mknod__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_mknodargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, MKNOD3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 11/
		{ self->request, self->file, (struct nfsd3_mknodargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_mknod:return /self->starting/
		{ self->request, self->file, (struct nfsd3_mknodargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__mknod__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, MKNOD3res *A) =
	    fbt:nfsd:nfsd3_proc_mknod:return /self->request/
		{ self->request, self->file, (struct nfsd3_diropres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A file is removed. */
	probe op__remove__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, REMOVE3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 12/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_remove:return /self->starting/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__remove__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_attrstat *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, REMOVE3res *A) =
	    fbt:nfsd:nfsd3_proc_remove:return /self->request/
		{ self->request, self->file, (struct nfsd3_attrstat *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A directory is removed. */
	probe op__rmdir__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_diropargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, RMDIR3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 13/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_rmdir:return /self->starting/
		{ self->request, self->file, (struct nfsd3_diropargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__rmdir__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_attrstat *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, RMDIR3res *A) =
	    fbt:nfsd:nfsd3_proc_rmdir:return /self->request/
		{ self->request, self->file, (struct nfsd3_attrstat *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new name for a file. */
	probe op__rename__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_renameargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, RENAME3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 14/
		{ self->request, self->file, (struct nfsd3_renameargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_rename:return /self->starting/
		{ self->request, self->file, (struct nfsd3_renameargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__rename__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_renameres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, RENAME3res *A) =
	    fbt:nfsd:nfsd3_proc_rename:return /self->request/
		{ self->request, self->file, (struct nfsd3_renameres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Another name for a file. */
	probe op__link__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_linkargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, LINK3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 15/
		{ self->request, self->file, (struct nfsd3_linkargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_link:return /self->starting/
		{ self->request, self->file, (struct nfsd3_linkargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__link__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_linkres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, LINK3res *A) =
	    fbt:nfsd:nfsd3_proc_link:return /self->request/
		{ self->request, self->file, (struct nfsd3_linkres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The names in a directory. */
	probe op__readdir__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readdirargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READDIR3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 16/
		{ self->request, self->file, (struct nfsd3_readdirargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_readdir:return /self->starting/
		{ self->request, self->file, (struct nfsd3_readdirargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__readdir__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readdirres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READDIR3res *A) =
	    fbt:nfsd:nfsd3_proc_readdir:return /self->request/
		{ self->request, self->file, (struct nfsd3_readdirres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Names and attributes. */
	probe op__readdirplus__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readdirargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READDIRPLUS3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 17/
		{ self->request, self->file, (struct nfsd3_readdirargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_readdirplus:return /self->starting/
		{ self->request, self->file, (struct nfsd3_readdirargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__readdirplus__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_readdirres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, READDIRPLUS3res *A) =
	    fbt:nfsd:nfsd3_proc_readdirplus:return /self->request/
		{ self->request, self->file, (struct nfsd3_readdirres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Space of the file system. */
	probe op__fsstat__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd_fhandle *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, FSSTAT3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 18/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_fsstat:return /self->starting/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__fsstat__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_fsstatres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, FSSTAT3res *A) =
	    fbt:nfsd:nfsd3_proc_fsstat:return /self->request/
		{ self->request, self->file, (struct nfsd3_fsstatres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Limits of the server. */
	probe op__fsinfo__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd_fhandle *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, FSINFO3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 19/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_fsinfo:return /self->starting/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__fsinfo__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_fsinfores *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, FSINFO3res *A) =
	    fbt:nfsd:nfsd3_proc_fsinfo:return /self->request/
		{ self->request, self->file, (struct nfsd3_fsinfores *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Limits of the file system. */
	probe op__pathconf__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd_fhandle *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, PATHCONF3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 20/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_pathconf:return /self->starting/
		{ self->request, self->file, (struct nfsd_fhandle *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__pathconf__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_pathconfres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, PATHCONF3res *A) =
	    fbt:nfsd:nfsd3_proc_pathconf:return /self->request/
		{ self->request, self->file, (struct nfsd3_pathconfres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Flush written data to disk. */
	probe op__commit__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_commitargs *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, COMMIT3args *A) =
	    fbt:nfsd:fh_verify:return /self->starting == 21/
		{ self->request, self->file, (struct nfsd3_commitargs *)self->request->rq_argp },
	    fbt:nfsd:nfsd3_proc_commit:return /self->starting/
		{ self->request, self->file, (struct nfsd3_commitargs *)self->request->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__commit__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd3_commitres *A) :
	    (conninfo_t *R, nfsv3opinfo_t *F, COMMIT3res *A) =
	    fbt:nfsd:nfsd3_proc_commit:return /self->request/
		{ self->request, self->file, (struct nfsd3_commitres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	fbt:nfsd:fh_verify:return { self->starting = 0; }
	fbt:nfsd:nfsd3_proc_*:return
	{
		self->starting = 0;
		self->request = NULL;
		self->file = NULL;
	}
};
