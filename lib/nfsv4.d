/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The server of NFS version 4: one pair of probes for each operation of RFC 8881 and RFC 7862, and
 * pairs for requests (compounds) and for the call that takes a delegation back.
 *
 * A request is a list of operations. For each, the kernel calls a function such as nfsd4_read() and
 * then nfsd4_encode_operation(), which writes the result. READ, READDIR and GETATTR obtain their
 * data only in the second. A start probe fires at the entry of the first function, a done probe at
 * the return of the second. If the kernel refuses an operation beforehand, for example because there
 * is no current file, only its done probe fires. The operations after a failed one fire nothing.
 *
 * Arguments and results have the names of the RFC. Left out: handles, states and attributes, which
 * the kernel keeps in forms of its own.
 */
#pragma D depends_on library nfs.d

typedef struct nfsv4opinfo {
	uint64_t noi_xid; /* The number of the request, which its client chose. */
	struct svc_cred *noi_cred; /* The kernel's credentials of the request: noi_cred->cr_uid.val … */
	string noi_curpath; /* The path of the current file on the server. */
} nfsv4opinfo_t;

/* The input is the current file, or NULL; argument 0 of each probe is the request. */
translator nfsv4opinfo_t < struct svc_fh *F > {
	noi_xid = ntohl(((struct svc_rqst *)arg0)->rq_xid);
	noi_cred = &((struct svc_rqst *)arg0)->rq_cred;
	noi_curpath = __nfs_path[F];
};

typedef struct nfsv4cbinfo {
	string nci_curpath; /* The path of the file on the server. */
} nfsv4cbinfo_t;

translator nfsv4cbinfo_t < struct nfs4_stid *S > {
	nci_curpath = S->sc_file == NULL || S->sc_file->fi_inode == NULL ? "<unknown>" :
	    inode_path(S->sc_file->fi_inode);
};

translator conninfo_t < struct nfs4_stid *S > {
	ci_local = "<unknown>";
	ci_remote = __sockaddr_string[(struct sockaddr_in *)&S->sc_client->cl_addr];
	ci_protocol = __sockaddr_is_ip6[(struct sockaddr_in *)&S->sc_client->cl_addr] ? "ipv6" : "ipv4";
};

/* ---- arguments */

typedef struct COMPOUND4args {
	uint32_t minorversion; /* 0, 1 or 2. */
	uint32_t argarray_len; /* How many operations the request has. */
} COMPOUND4args;

translator COMPOUND4args < struct nfsd4_compoundargs *A > {
	minorversion = A->minorversion;
	argarray_len = A->opcnt;
};

typedef struct ACCESS4args {
	uint32_t access; /* The permissions that the client asks for: 1 read, 2 lookup, 4 modify … */
} ACCESS4args;

translator ACCESS4args < struct nfsd4_access *A > {
	access = A->ac_req_access;
};

typedef struct COMMIT4args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t count; /* How many bytes, 0 for all that follow. */
} COMMIT4args;

translator COMMIT4args < struct nfsd4_commit *A > {
	offset = A->co_offset;
	count = A->co_count;
};

typedef struct CREATE4args {
	string objname; /* The name in the directory. */
	uint32_t objtype; /* 2 directory, 3 and 4 devices, 5 symbolic link, 6 socket, 7 FIFO. */
} CREATE4args;

translator CREATE4args < struct nfsd4_create *A > {
	objname = __nfs_name[A->cr_name, A->cr_namelen];
	objtype = A->cr_type;
};

typedef struct LINK4args {
	string newname; /* The new name in the current directory. */
} LINK4args;

translator LINK4args < struct nfsd4_link *A > {
	newname = __nfs_name[A->li_name, A->li_namelen];
};

typedef struct LOCK4args {
	uint32_t locktype; /* 1 read, 2 write, 3 and 4 the same if the client waits. */
	uint64_t offset; /* Where to begin, in bytes. */
	uint64_t length; /* How many bytes, -1 for all that follow. */
} LOCK4args;

translator LOCK4args < struct nfsd4_lock *A > {
	locktype = A->lk_type;
	offset = A->lk_offset;
	length = A->lk_length;
};

typedef struct LOCKT4args {
	uint32_t locktype; /* 1 read, 2 write. */
	uint64_t offset; /* Where to begin, in bytes. */
	uint64_t length; /* How many bytes, -1 for all that follow. */
} LOCKT4args;

translator LOCKT4args < struct nfsd4_lockt *A > {
	locktype = A->lt_type;
	offset = A->lt_offset;
	length = A->lt_length;
};

typedef struct LOCKU4args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint64_t length; /* How many bytes, -1 for all that follow. */
} LOCKU4args;

translator LOCKU4args < struct nfsd4_locku *A > {
	offset = A->lu_offset;
	length = A->lu_length;
};

typedef struct LOOKUP4args {
	string objname; /* The name in the directory. */
} LOOKUP4args;

translator LOOKUP4args < struct nfsd4_lookup *A > {
	objname = __nfs_name[A->lo_name, A->lo_len];
};

typedef struct OPEN4args {
	uint32_t share_access; /* 1 read, 2 write, 3 both. */
	uint32_t share_deny; /* What others may not do: 0 nothing, 1 read, 2 write, 3 both. */
	uint32_t opentype; /* 1 if the file is created, else 0. */
	string file; /* The name in the directory, <unknown> if the current file is opened. */
} OPEN4args;

translator OPEN4args < struct nfsd4_open *A > {
	share_access = A->op_share_access & 3;
	share_deny = A->op_share_deny;
	opentype = A->op_create;
	file = __nfs_name[A->op_fname, A->op_fnamelen];
};

typedef struct READ4args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t count; /* How many bytes to read. */
} READ4args;

translator READ4args < struct nfsd4_read *A > {
	offset = A->rd_offset;
	count = A->rd_length;
};

typedef struct READDIR4args {
	uint64_t cookie; /* The place in the directory, 0 for its begin. */
	uint32_t dircount; /* How many bytes of names. */
	uint32_t maxcount; /* The size of the answer, in bytes. */
} READDIR4args;

translator READDIR4args < struct nfsd4_readdir *A > {
	cookie = A->rd_cookie;
	dircount = A->rd_dircount;
	maxcount = A->rd_maxcount;
};

typedef struct REMOVE4args {
	string target; /* The name in the directory. */
} REMOVE4args;

translator REMOVE4args < struct nfsd4_remove *A > {
	target = __nfs_name[A->rm_name, A->rm_namelen];
};

typedef struct RENAME4args {
	string oldname; /* The name until now. */
	string newname; /* The name from now on. */
} RENAME4args;

translator RENAME4args < struct nfsd4_rename *A > {
	oldname = __nfs_name[A->rn_sname, A->rn_snamelen];
	newname = __nfs_name[A->rn_tname, A->rn_tnamelen];
};

typedef struct SETATTR4args {
	uint32_t valid; /* The kernel's ATTR_ bits of the attributes to be set. */
} SETATTR4args;

translator SETATTR4args < struct nfsd4_setattr *A > {
	valid = A->sa_iattr.ia_valid;
};

typedef struct WRITE4args {
	uint64_t offset; /* Where to begin, in bytes. */
	uint32_t stable; /* UNSTABLE4, DATA_SYNC4 or FILE_SYNC4. */
	uint32_t data_len; /* How many bytes to write. */
} WRITE4args;

translator WRITE4args < struct nfsd4_write *A > {
	offset = A->wr_offset;
	stable = A->wr_stable_how;
	data_len = A->wr_buflen;
};

/* ---- results */

typedef struct nfsv4res {
	uint32_t status; /* 0, or the error: NFS4ERR_NOENT … */
} nfsv4res_t;

translator nfsv4res_t < struct nfsd4_op *O > { status = ntohl(O->status); };

typedef struct COMPOUND4res {
	uint32_t status; /* The status of the last operation: 0 or an error such as NFS4ERR_NOENT. */
	uint32_t resarray_len; /* How many operations were done. */
} COMPOUND4res;

translator COMPOUND4res < struct nfsd4_compoundres *C > {
	status = ntohl(C->cstate.status);
	resarray_len = C->opcnt;
};

typedef struct open_delegation4 {
	uint32_t delegation_type; /* OPEN_DELEGATE_NONE, OPEN_DELEGATE_READ … */
} open_delegation4;

/* At the end of the file, READ_PLUS (68) leaves the requested length. */
inline uint32_t __nfs4_bytes_read[struct nfsd4_op *O, struct svc_fh *F] = O->status != 0 ||
    O->opnum == 68 && O->u.read.rd_offset >= F->fh_dentry->d_inode->i_size ? 0 :
    O->u.read.rd_length;

translator open_delegation4 < struct nfsd4_op *O > {
	delegation_type = O->u.open.op_delegate_type;
};

typedef struct READ4res {
	uint32_t status; /* 0, or the error: NFS4ERR_NOENT … */
	int eof; /* 1 if that is the end of the file. */
	uint32_t data_len; /* How many bytes were read. */
} READ4res;

translator READ4res < struct nfsd4_op *O > {
	status = ntohl(O->status);
	eof = O->u.read.rd_eof;
	data_len = __nfs4_bytes_read[O, (struct svc_fh *)arg1];
};

typedef struct WRITE4res {
	uint32_t status; /* 0, or the error: NFS4ERR_NOENT … */
	uint32_t count; /* How many bytes were written. */
	uint32_t committed; /* UNSTABLE4, DATA_SYNC4 or FILE_SYNC4. */
} WRITE4res;

translator WRITE4res < struct nfsd4_op *O > {
	status = ntohl(O->status);
	count = O->u.write.wr_bytes_written;
	committed = O->u.write.wr_how_written;
};

typedef struct ACCESS4res {
	uint32_t status; /* 0, or the error: NFS4ERR_NOENT … */
	uint32_t supported; /* The permissions that the server knows. */
	uint32_t access; /* The permissions that the user has. */
} ACCESS4res;

translator ACCESS4res < struct nfsd4_op *O > {
	status = ntohl(O->status);
	supported = O->u.access.ac_supported;
	access = O->u.access.ac_resp_access;
};

typedef struct OPEN4res {
	uint32_t status; /* 0, or the error: NFS4ERR_NOENT … */
	open_delegation4 delegation; /* The delegation: delegation.delegation_type. */
} OPEN4res;

translator OPEN4res < struct nfsd4_op *O > {
	status = ntohl(O->status);
	delegation = xlate<open_delegation4>(O);
};

/* ---- probes */

inline struct svc_fh *__nfs4_current[uint64_t state] =
    &((struct nfsd4_compound_state *)state)->current_fh;
inline struct nfs4_stid *__nfs4_stid_of[void *stateid] =
    (struct nfs4_stid *)((char *)stateid - offsetof(struct nfs4_stid, sc_stateid));

/*
 * Operations of an NFS server, version 4.
 *
 *	nfsv4:::op-*-start { @[args[0]->ci_remote, probename] = count(); }
 */
provider nfsv4 {
	fbt:nfsd:nfsd4_proc_compound:entry { self->request = (struct svc_rqst *)arg0; }
	fbt:nfsd:nfsd4_encode_operation:entry
	{
		self->reply = (struct nfsd4_compoundres *)arg0;
		self->op = (struct nfsd4_op *)arg1;
	}

	/* NULL: a ping of the server. */
	probe null__start(struct svc_rqst *R, struct svc_fh *F) : (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_proc_null:entry { (struct svc_rqst *)arg0, NULL }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	fbt:nfsd:nfsd4_proc_null:entry { self->null = (struct svc_rqst *)arg0; }
	probe null__done(struct svc_rqst *R, struct svc_fh *F) : (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_proc_null:return /self->null/ { self->null, NULL }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	fbt:nfsd:nfsd4_proc_null:return { self->null = NULL; }

	/* A request: all its operations. */
	probe compound__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_compoundargs *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, COMPOUND4args *A) =
	    fbt:nfsd:nfsd4_proc_compound:entry
		{ (struct svc_rqst *)arg0, NULL,
		  (struct nfsd4_compoundargs *)((struct svc_rqst *)arg0)->rq_argp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe compound__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_compoundres *C) :
	    (conninfo_t *R, nfsv4opinfo_t *F, COMPOUND4res *C) =
	    fbt:nfsd:nfsd4_proc_compound:return /self->request/
		{ self->request, NULL, (struct nfsd4_compoundres *)self->request->rq_resp }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The permissions of a user. */
	probe op__access__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_access *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, ACCESS4args *A) =
	    fbt:nfsd:nfsd4_access:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_access *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__access__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, ACCESS4res *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 3/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* An open file. */
	probe op__close__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_close:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__close__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 4/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Flush written data to disk. */
	probe op__commit__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_commit *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, COMMIT4args *A) =
	    fbt:nfsd:nfsd4_commit:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_commit *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__commit__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 5/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A directory, a link or a device. */
	probe op__create__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_create *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, CREATE4args *A) =
	    fbt:nfsd:nfsd4_create:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_create *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__create__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 6/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A delegation is returned. */
	probe op__delegreturn__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_delegreturn:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__delegreturn__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 8/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The attributes of a file. */
	probe op__getattr__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_getattr:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__getattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 9/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The handle of the current file. */
	probe op__getfh__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_getfh:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__getfh__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 10/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Another name for a file. */
	probe op__link__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_link *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, LINK4args *A) =
	    fbt:nfsd:nfsd4_link:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_link *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__link__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 11/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A range of a file. */
	probe op__lock__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_lock *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, LOCK4args *A) =
	    fbt:nfsd:nfsd4_lock:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_lock *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__lock__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 12/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Test of a lock. */
	probe op__lockt__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_lockt *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, LOCKT4args *A) =
	    fbt:nfsd:nfsd4_lockt:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_lockt *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__lockt__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 13/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A range is unlocked. */
	probe op__locku__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_locku *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, LOCKU4args *A) =
	    fbt:nfsd:nfsd4_locku:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_locku *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__locku__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 14/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A name in a directory. */
	probe op__lookup__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_lookup *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, LOOKUP4args *A) =
	    fbt:nfsd:nfsd4_lookup:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_lookup *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__lookup__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 15/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The directory above. */
	probe op__lookupp__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_lookupp:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__lookupp__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 16/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Attributes differ? */
	probe op__nverify__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_nverify:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__nverify__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 17/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Open or create a file. */
	probe op__open__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_open *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, OPEN4args *A) =
	    fbt:nfsd:nfsd4_open:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_open *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__open__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, OPEN4res *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 18/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Confirms an OPEN (4.0). */
	probe op__open__confirm__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_open_confirm:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__open__confirm__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 20/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Less access than before. */
	probe op__open__downgrade__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_open_downgrade:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__open__downgrade__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 21/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Another current file. */
	probe op__putfh__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_putfh:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__putfh__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 22/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The root, or the public root (PUTPUBFH). */
	probe op__putrootfh__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_putrootfh:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__putrootfh__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return 
	    /self->op != NULL && (self->op->opnum == 24 || self->op->opnum == 23)/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* READ or READ_PLUS. */
	probe op__read__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_read *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, READ4args *A) =
	    fbt:nfsd:nfsd4_read:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_read *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__read__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, READ4res *O) =
	    fbt:nfsd:nfsd4_encode_operation:return 
	    /self->op != NULL && (self->op->opnum == 25 || self->op->opnum == 68)/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The names in a directory. */
	probe op__readdir__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_readdir *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, READDIR4args *A) =
	    fbt:nfsd:nfsd4_readdir:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_readdir *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__readdir__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 26/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The target of a symbolic link. */
	probe op__readlink__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_readlink:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__readlink__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 27/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A name is removed. */
	probe op__remove__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_remove *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, REMOVE4args *A) =
	    fbt:nfsd:nfsd4_remove:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_remove *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__remove__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 28/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A new name for a file. */
	probe op__rename__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_rename *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, RENAME4args *A) =
	    fbt:nfsd:nfsd4_rename:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_rename *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__rename__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 29/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A client renews its lease (4.0). */
	probe op__renew__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_renew:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__renew__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 30/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The saved file becomes current. */
	probe op__restorefh__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_restorefh:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__restorefh__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 31/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The current file is saved. */
	probe op__savefh__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_savefh:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__savefh__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 32/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Security flavors of a name. */
	probe op__secinfo__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_secinfo:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__secinfo__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 33/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* New attributes. */
	probe op__setattr__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_setattr *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, SETATTR4args *A) =
	    fbt:nfsd:nfsd4_setattr:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_setattr *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__setattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 34/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A client introduces itself (4.0). */
	probe op__setclientid__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_setclientid:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__setclientid__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 35/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Confirmation of the above (4.0). */
	probe op__setclientid__confirm__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_setclientid_confirm:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__setclientid__confirm__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 36/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Attributes are equal? */
	probe op__verify__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_verify:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__verify__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 37/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Data for a file. */
	probe op__write__start(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_write *A) :
	    (conninfo_t *R, nfsv4opinfo_t *F, WRITE4args *A) =
	    fbt:nfsd:nfsd4_write:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1], (struct nfsd4_write *)arg2 }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__write__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, WRITE4res *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 38/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* An owner's locks are released (4.0). */
	probe op__release__lockowner__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_release_lockowner:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__release__lockowner__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 39/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Parameters of callbacks (4.1). */
	probe op__backchannel__ctl__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_backchannel_ctl:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__backchannel__ctl__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 40/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A connection joins a session (4.1). */
	probe op__bind__conn__to__session__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_bind_conn_to_session:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__bind__conn__to__session__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 41/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A client introduces itself (4.1). */
	probe op__exchange__id__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_exchange_id:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__exchange__id__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 42/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A session begins (4.1). */
	probe op__create__session__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_create_session:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__create__session__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 43/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A session ends (4.1). */
	probe op__destroy__session__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_destroy_session:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__destroy__session__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 44/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A state is freed (4.1). */
	probe op__free__stateid__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_free_stateid:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__free__stateid__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 45/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A device of pNFS (4.1). */
	probe op__getdeviceinfo__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_getdeviceinfo:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__getdeviceinfo__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 47/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Data written through a layout (4.1). */
	probe op__layoutcommit__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_layoutcommit:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__layoutcommit__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 49/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A layout of data (4.1). */
	probe op__layoutget__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_layoutget:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__layoutget__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 50/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A layout is returned (4.1). */
	probe op__layoutreturn__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_layoutreturn:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__layoutreturn__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 51/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Security flavors of the current file (4.1). */
	probe op__secinfo__no__name__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_secinfo_no_name:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__secinfo__no__name__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 52/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* First operation of each request (4.1). */
	probe op__sequence__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_sequence:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__sequence__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 53/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Valid states (4.1). */
	probe op__test__stateid__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_test_stateid:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__test__stateid__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 55/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A client leaves (4.1). */
	probe op__destroy__clientid__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_destroy_clientid:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__destroy__clientid__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 57/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A client has reclaimed its state (4.1). */
	probe op__reclaim__complete__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_reclaim_complete:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__reclaim__complete__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 58/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Space for a file (4.2). */
	probe op__allocate__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_allocate:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__allocate__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 59/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A copy on the server (4.2). */
	probe op__copy__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_copy:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__copy__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 60/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A copy between servers (4.2). */
	probe op__copy__notify__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_copy_notify:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__copy__notify__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 61/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A hole in a file (4.2). */
	probe op__deallocate__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_deallocate:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__deallocate__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 62/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A copy is cancelled (4.2). */
	probe op__offload__cancel__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_offload_cancel:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__offload__cancel__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 66/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* Progress of a copy (4.2). */
	probe op__offload__status__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_offload_status:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__offload__status__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 67/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The next data or hole (4.2). */
	probe op__seek__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_seek:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__seek__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 69/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* A range shared by files (4.2). */
	probe op__clone__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_clone:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__clone__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 71/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* An extended attribute (4.2). */
	probe op__getxattr__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_getxattr:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__getxattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 72/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The same, set (4.2). */
	probe op__setxattr__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_setxattr:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__setxattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 73/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The same, all names (4.2). */
	probe op__listxattrs__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_listxattrs:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__listxattrs__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 74/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The same, removed (4.2). */
	probe op__removexattr__start(struct svc_rqst *R, struct svc_fh *F) :
	    (conninfo_t *R, nfsv4opinfo_t *F) =
	    fbt:nfsd:nfsd4_removexattr:entry
		{ (struct svc_rqst *)arg0, __nfs4_current[arg1] }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";
	probe op__removexattr__done(struct svc_rqst *R, struct svc_fh *F, struct nfsd4_op *O) :
	    (conninfo_t *R, nfsv4opinfo_t *F, nfsv4res_t *O) =
	    fbt:nfsd:nfsd4_encode_operation:return /self->op != NULL && self->op->opnum == 75/
		{ self->reply->rqstp, &self->reply->cstate.current_fh, self->op }
	    else "the module nfsd is not loaded, or fbt cannot trace it on this kernel";

	/* The server recalls a delegation. */
	probe cb__recall__start(struct nfs4_stid *S) : (conninfo_t *S, nfsv4cbinfo_t *S) =
	    sdt:nfsd::nfsd_cb_recall { (struct nfs4_stid *)args[0] }
	    else "the module nfsd is not loaded";
	probe cb__recall__done(struct nfs4_stid *S) : (conninfo_t *S, nfsv4cbinfo_t *S) =
	    sdt:nfsd::nfsd_cb_recall_done { __nfs4_stid_of[args[0]] }
	    else "the module nfsd is not loaded";

	fbt:nfsd:nfsd4_proc_compound:return { self->request = NULL; }
	fbt:nfsd:nfsd4_encode_operation:return
	{
		self->reply = NULL;
		self->op = NULL;
	}
};
