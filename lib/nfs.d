/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The common part of the providers nfsv3 and nfsv4: the two ends of a request, the path of a file,
 * and the numbers of errors.
 */
#pragma D depends_on library ip.d

translator conninfo_t < struct svc_rqst *R > {
	ci_local = __sockaddr_string[(struct sockaddr_in *)&R->rq_daddr];
	ci_remote = __sockaddr_string[(struct sockaddr_in *)&R->rq_addr];
	ci_protocol = __sockaddr_is_ip6[(struct sockaddr_in *)&R->rq_addr] ? "ipv6" : "ipv4";
};

/* A name in a request does not end in a zero byte. */
inline string __nfs_name[char *name, int length] =
    name == NULL ? "<unknown>" : substr(stringof(name), 0, length);

inline string __nfs_path[struct svc_fh *F] = F == NULL || F->fh_dentry == NULL ? "<unknown>" :
    F->fh_dentry->d_inode == NULL ? "<unknown>" : inode_path(F->fh_dentry->d_inode);

/* How a WRITE is to be done. */
inline int UNSTABLE = 0;
inline int DATA_SYNC = 1;
inline int FILE_SYNC = 2;
inline int UNSTABLE4 = 0;
inline int DATA_SYNC4 = 1;
inline int FILE_SYNC4 = 2;

/* The delegation that OPEN has granted. With the last two, the client also manages the times. */
inline int OPEN_DELEGATE_NONE = 0;
inline int OPEN_DELEGATE_READ = 1;
inline int OPEN_DELEGATE_WRITE = 2;
inline int OPEN_DELEGATE_NONE_EXT = 3;
inline int OPEN_DELEGATE_READ_ATTRS_DELEG = 4;
inline int OPEN_DELEGATE_WRITE_ATTRS_DELEG = 5;

/* Errors of version 3. */
inline int NFS3_OK = 0;
inline int NFS3ERR_PERM = 1;
inline int NFS3ERR_NOENT = 2;
inline int NFS3ERR_IO = 5;
inline int NFS3ERR_NXIO = 6;
inline int NFS3ERR_ACCES = 13;
inline int NFS3ERR_EXIST = 17;
inline int NFS3ERR_XDEV = 18;
inline int NFS3ERR_NODEV = 19;
inline int NFS3ERR_NOTDIR = 20;
inline int NFS3ERR_ISDIR = 21;
inline int NFS3ERR_INVAL = 22;
inline int NFS3ERR_FBIG = 27;
inline int NFS3ERR_NOSPC = 28;
inline int NFS3ERR_ROFS = 30;
inline int NFS3ERR_MLINK = 31;
inline int NFS3ERR_NAMETOOLONG = 63;
inline int NFS3ERR_NOTEMPTY = 66;
inline int NFS3ERR_DQUOT = 69;
inline int NFS3ERR_STALE = 70;
inline int NFS3ERR_REMOTE = 71;
inline int NFS3ERR_BADHANDLE = 10001;
inline int NFS3ERR_NOT_SYNC = 10002;
inline int NFS3ERR_BAD_COOKIE = 10003;
inline int NFS3ERR_NOTSUPP = 10004;
inline int NFS3ERR_TOOSMALL = 10005;
inline int NFS3ERR_SERVERFAULT = 10006;
inline int NFS3ERR_BADTYPE = 10007;
inline int NFS3ERR_JUKEBOX = 10008;

/* Errors of version 4. */
inline int NFS4_OK = 0;
inline int NFS4ERR_PERM = 1;
inline int NFS4ERR_NOENT = 2;
inline int NFS4ERR_IO = 5;
inline int NFS4ERR_NXIO = 6;
inline int NFS4ERR_ACCES = 13;
inline int NFS4ERR_EXIST = 17;
inline int NFS4ERR_XDEV = 18;
inline int NFS4ERR_NOTDIR = 20;
inline int NFS4ERR_ISDIR = 21;
inline int NFS4ERR_INVAL = 22;
inline int NFS4ERR_FBIG = 27;
inline int NFS4ERR_NOSPC = 28;
inline int NFS4ERR_ROFS = 30;
inline int NFS4ERR_MLINK = 31;
inline int NFS4ERR_NAMETOOLONG = 63;
inline int NFS4ERR_NOTEMPTY = 66;
inline int NFS4ERR_DQUOT = 69;
inline int NFS4ERR_STALE = 70;
inline int NFS4ERR_BADHANDLE = 10001;
inline int NFS4ERR_BAD_COOKIE = 10003;
inline int NFS4ERR_NOTSUPP = 10004;
inline int NFS4ERR_TOOSMALL = 10005;
inline int NFS4ERR_SERVERFAULT = 10006;
inline int NFS4ERR_BADTYPE = 10007;
inline int NFS4ERR_DELAY = 10008;
inline int NFS4ERR_SAME = 10009;
inline int NFS4ERR_DENIED = 10010;
inline int NFS4ERR_EXPIRED = 10011;
inline int NFS4ERR_LOCKED = 10012;
inline int NFS4ERR_GRACE = 10013;
inline int NFS4ERR_FHEXPIRED = 10014;
inline int NFS4ERR_SHARE_DENIED = 10015;
inline int NFS4ERR_WRONGSEC = 10016;
inline int NFS4ERR_CLID_INUSE = 10017;
inline int NFS4ERR_MOVED = 10019;
inline int NFS4ERR_NOFILEHANDLE = 10020;
inline int NFS4ERR_MINOR_VERS_MISMATCH = 10021;
inline int NFS4ERR_STALE_CLIENTID = 10022;
inline int NFS4ERR_STALE_STATEID = 10023;
inline int NFS4ERR_OLD_STATEID = 10024;
inline int NFS4ERR_BAD_STATEID = 10025;
inline int NFS4ERR_BAD_SEQID = 10026;
inline int NFS4ERR_NOT_SAME = 10027;
inline int NFS4ERR_LOCK_RANGE = 10028;
inline int NFS4ERR_SYMLINK = 10029;
inline int NFS4ERR_RESTOREFH = 10030;
inline int NFS4ERR_ATTRNOTSUPP = 10032;
inline int NFS4ERR_NO_GRACE = 10033;
inline int NFS4ERR_BADOWNER = 10039;
inline int NFS4ERR_OP_ILLEGAL = 10044;
inline int NFS4ERR_FILE_OPEN = 10046;
inline int NFS4ERR_BADSESSION = 10052;

/* The name of an error, without its prefix. Some errors have another name in version 4 than in version 3. */
inline string nfs_status_string[int status] = status == 0 ? "OK" :
    status == 1 ? "PERM" :
    status == 2 ? "NOENT" :
    status == 5 ? "IO" :
    status == 6 ? "NXIO" :
    status == 13 ? "ACCES" :
    status == 17 ? "EXIST" :
    status == 18 ? "XDEV" :
    status == 19 ? "NODEV" :
    status == 20 ? "NOTDIR" :
    status == 21 ? "ISDIR" :
    status == 22 ? "INVAL" :
    status == 27 ? "FBIG" :
    status == 28 ? "NOSPC" :
    status == 30 ? "ROFS" :
    status == 31 ? "MLINK" :
    status == 63 ? "NAMETOOLONG" :
    status == 66 ? "NOTEMPTY" :
    status == 69 ? "DQUOT" :
    status == 70 ? "STALE" :
    status == 71 ? "REMOTE" :
    status == 10001 ? "BADHANDLE" :
    status == 10002 ? "NOT_SYNC" :
    status == 10003 ? "BAD_COOKIE" :
    status == 10004 ? "NOTSUPP" :
    status == 10005 ? "TOOSMALL" :
    status == 10006 ? "SERVERFAULT" :
    status == 10007 ? "BADTYPE" :
    status == 10008 ? "DELAY" :
    status == 10009 ? "SAME" :
    status == 10010 ? "DENIED" :
    status == 10011 ? "EXPIRED" :
    status == 10012 ? "LOCKED" :
    status == 10013 ? "GRACE" :
    status == 10014 ? "FHEXPIRED" :
    status == 10015 ? "SHARE_DENIED" :
    status == 10016 ? "WRONGSEC" :
    status == 10017 ? "CLID_INUSE" :
    status == 10019 ? "MOVED" :
    status == 10020 ? "NOFILEHANDLE" :
    status == 10021 ? "MINOR_VERS_MISMATCH" :
    status == 10022 ? "STALE_CLIENTID" :
    status == 10023 ? "STALE_STATEID" :
    status == 10024 ? "OLD_STATEID" :
    status == 10025 ? "BAD_STATEID" :
    status == 10026 ? "BAD_SEQID" :
    status == 10027 ? "NOT_SAME" :
    status == 10028 ? "LOCK_RANGE" :
    status == 10029 ? "SYMLINK" :
    status == 10030 ? "RESTOREFH" :
    status == 10032 ? "ATTRNOTSUPP" :
    status == 10033 ? "NO_GRACE" :
    status == 10039 ? "BADOWNER" :
    status == 10044 ? "OP_ILLEGAL" :
    status == 10046 ? "FILE_OPEN" :
    status == 10052 ? "BADSESSION" :
    lltostr(status);
