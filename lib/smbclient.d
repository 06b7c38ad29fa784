/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's client of SMB 2 and 3 (mount -t cifs): operations on files, and the commands that
 * they send.
 *
 * The module cifs has tracepoints at both levels. An operation may send several commands in one
 * request; its tracepoints have a path or a file, but no status. A command's have the status, but
 * neither path nor file. Some kernels pass the session and the tree of an operation in each
 * other's place, so only commands have them. The removal of a file has no tracepoint on some
 * kernels; its function has the same arguments on all.
 */

/* The input is the path of the kernel, or NULL; the others are arguments of the probe. */
struct smb_path;
typedef struct smbclientop {
	string sco_path; /* The path on the share; <unknown> of operations on an open file. */
	uint64_t sco_file; /* The server's number of the open file, else 0. */
	uint64_t sco_offset; /* Where the data begin, in bytes. */
	uint64_t sco_length; /* How many bytes; of a directory, how many names. */
	int sco_error; /* 0, or the error: ENOENT … */
} smbclientop_t;

translator smbclientop_t < struct smb_path *P > {
	sco_path = P == NULL ? "<unknown>" : stringof((char *)P);
	sco_file = arg1;
	sco_offset = arg2;
	sco_length = arg3;
	sco_error = arg4;
};

/* Commands of SMB 2 and 3. */
inline string smb_command_string[int command] =
    command == 0 ? "NEGOTIATE" :
    command == 1 ? "SESSION_SETUP" :
    command == 2 ? "LOGOFF" :
    command == 3 ? "TREE_CONNECT" :
    command == 4 ? "TREE_DISCONNECT" :
    command == 5 ? "CREATE" :
    command == 6 ? "CLOSE" :
    command == 7 ? "FLUSH" :
    command == 8 ? "READ" :
    command == 9 ? "WRITE" :
    command == 10 ? "LOCK" :
    command == 11 ? "IOCTL" :
    command == 12 ? "CANCEL" :
    command == 13 ? "ECHO" :
    command == 14 ? "QUERY_DIRECTORY" :
    command == 15 ? "CHANGE_NOTIFY" :
    command == 16 ? "QUERY_INFO" :
    command == 17 ? "SET_INFO" :
    command == 18 ? "OPLOCK_BREAK" : lltostr(command);

inline string smb_status_string[uint32_t status] =
    status == 0 ? "SUCCESS" :
    status == 0x103 ? "PENDING" :
    status == 0x8000002d ? "STOPPED_ON_SYMLINK" :
    status == 0x80000005 ? "BUFFER_OVERFLOW" :
    status == 0x80000006 ? "NO_MORE_FILES" :
    status == 0xc000000d ? "INVALID_PARAMETER" :
    status == 0xc000000f ? "NO_SUCH_FILE" :
    status == 0xc0000010 ? "INVALID_DEVICE_REQUEST" :
    status == 0xc0000011 ? "END_OF_FILE" :
    status == 0xc0000016 ? "MORE_PROCESSING_REQUIRED" :
    status == 0xc0000022 ? "ACCESS_DENIED" :
    status == 0xc0000034 ? "OBJECT_NAME_NOT_FOUND" :
    status == 0xc0000035 ? "OBJECT_NAME_COLLISION" :
    status == 0xc000003a ? "OBJECT_PATH_NOT_FOUND" :
    status == 0xc0000043 ? "SHARING_VIOLATION" :
    status == 0xc0000054 ? "FILE_LOCK_CONFLICT" :
    status == 0xc0000055 ? "LOCK_NOT_GRANTED" :
    status == 0xc0000056 ? "DELETE_PENDING" :
    status == 0xc000006d ? "LOGON_FAILURE" :
    status == 0xc000007f ? "DISK_FULL" :
    status == 0xc00000b5 ? "IO_TIMEOUT" :
    status == 0xc00000ba ? "FILE_IS_A_DIRECTORY" :
    status == 0xc00000bb ? "NOT_SUPPORTED" :
    status == 0xc00000cc ? "BAD_NETWORK_NAME" :
    status == 0xc0000101 ? "DIRECTORY_NOT_EMPTY" :
    status == 0xc0000103 ? "NOT_A_DIRECTORY" :
    status == 0xc0000203 ? "USER_SESSION_DELETED" :
    status == 0xc0000275 ? "NOT_A_REPARSE_POINT" :
    status == 0xc000035c ? "NETWORK_SESSION_EXPIRED" :
    lltostr(status, 16);

/* The input is the number of the command; the others are arguments of the probe. */
struct smb_command;
typedef struct smbclientcmd {
	uint16_t scc_command; /* The number of the command. */
	string scc_name; /* The name of the command: CREATE, READ … */
	uint64_t scc_mid; /* The number of the message on its connection. */
	uint64_t scc_session; /* The server's number of the session, 0 before it has one. */
	uint32_t scc_tree; /* The server's number of the share, 0 before it has one. */
	uint32_t scc_status; /* The status of the answer: 0 or an NTSTATUS. */
	string scc_statusstr; /* The status as text: SUCCESS, OBJECT_NAME_NOT_FOUND … */
	int scc_error; /* 0, or the error that the client makes of the status: ENOENT … */
} smbclientcmd_t;

translator smbclientcmd_t < struct smb_command *C > {
	scc_command = (uint64_t)C;
	scc_name = smb_command_string[(uint64_t)C];
	scc_mid = arg1;
	scc_session = arg2;
	scc_tree = arg3;
	scc_status = arg4;
	scc_statusstr = smb_status_string[arg4];
	scc_error = arg5;
};

/*
 * Operations of the SMB client (mount -t cifs), and the commands that it sends.
 *
 *	smbclient:::command-done { @[args[0]->scc_name, args[0]->scc_statusstr] = count(); }
 */
provider smbclient {
	sdt:cifs::smb3_open_enter,
	sdt:cifs::smb3_mkdir_enter,
	sdt:cifs::smb3_posix_mkdir_enter,
	sdt:cifs::smb3_rename_enter,
	sdt:cifs::smb3_hardlink_enter,
	sdt:cifs::smb3_set_info_compound_enter,
	sdt:cifs::smb3_query_info_compound_enter,
	sdt:cifs::smb3_posix_query_info_compound_enter
	{
		self->path = (uint64_t)args[3];
	}

	fbt:cifs:smb2_unlink:entry, fbt:cifs:smb2_rmdir:entry { self->removed = arg2; }

	sdt:cifs::smb3_cmd_enter { self->answered = 0; }

	/* The client opens or creates a file or directory. */
	probe op__open__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_open_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__open__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_open_done
		{ (struct smb_path *)self->path, args[1], 0, 0, 0 },
	    sdt:cifs::smb3_open_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[5] }
	    else "the module cifs is not loaded";

	/* The client closes an open file. */
	probe op__close__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_close_enter
		{ (struct smb_path *)0, args[1], 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__close__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_close_done
		{ (struct smb_path *)0, args[1], 0, 0, 0 },
	    sdt:cifs::smb3_close_err
		{ (struct smb_path *)0, args[1], 0, 0, -args[4] }
	    else "the module cifs is not loaded";

	/* The client asks for data of a file. */
	probe op__read__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_read_enter
		{ (struct smb_path *)0, args[3], args[6], args[7], 0 }
	    else sdt:cifs::smb3_read_enter
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 }
	    else "the module cifs is not loaded";
	probe op__read__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_read_done
		{ (struct smb_path *)0, args[3], args[6], args[7], 0 },
	    sdt:cifs::smb3_read_err
		{ (struct smb_path *)0, args[3], args[6], args[7], -args[8] }
	    else sdt:cifs::smb3_read_done
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 },
	    sdt:cifs::smb3_read_err
		{ (struct smb_path *)0, args[1], args[4], args[5], -args[6] }
	    else "the module cifs is not loaded";

	/* The client sends data of a file. */
	probe op__write__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_write_enter
		{ (struct smb_path *)0, args[3], args[6], args[7], 0 }
	    else sdt:cifs::smb3_write_enter
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 }
	    else "the module cifs is not loaded";
	probe op__write__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_write_done
		{ (struct smb_path *)0, args[3], args[6], args[7], 0 },
	    sdt:cifs::smb3_write_err
		{ (struct smb_path *)0, args[3], args[6], args[7], -args[8] }
	    else sdt:cifs::smb3_write_done
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 },
	    sdt:cifs::smb3_write_err
		{ (struct smb_path *)0, args[1], args[4], args[5], -args[6] }
	    else "the module cifs is not loaded";

	/* Data of a file must reach the disk of the server. */
	probe op__flush__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_flush_enter
		{ (struct smb_path *)0, args[1], 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__flush__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_flush_done
		{ (struct smb_path *)0, args[1], 0, 0, 0 },
	    sdt:cifs::smb3_flush_err
		{ (struct smb_path *)0, args[1], 0, 0, -args[4] }
	    else "the module cifs is not loaded";

	/* Names in a directory. */
	probe op__query__dir__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_query_dir_enter
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 }
	    else "the module cifs is not loaded";
	probe op__query__dir__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_query_dir_done
		{ (struct smb_path *)0, args[1], args[4], args[5], 0 },
	    sdt:cifs::smb3_query_dir_err
		{ (struct smb_path *)0, args[1], args[4], args[5], -args[6] }
	    else "the module cifs is not loaded";

	/* Attributes of a path or of an open file. */
	probe op__query__info__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_query_info_compound_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 },
	    sdt:cifs::smb3_posix_query_info_compound_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 },
	    sdt:cifs::smb3_query_info_enter
		{ (struct smb_path *)0, args[1], 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__query__info__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_query_info_compound_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_query_info_compound_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] },
	    sdt:cifs::smb3_posix_query_info_compound_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_posix_query_info_compound_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] },
	    sdt:cifs::smb3_query_info_done
		{ (struct smb_path *)0, args[1], 0, 0, 0 },
	    sdt:cifs::smb3_query_info_err
		{ (struct smb_path *)0, args[1], 0, 0, -args[6] }
	    else "the module cifs is not loaded";

	/* New times or attributes of a path. */
	probe op__set__info__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_set_info_compound_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__set__info__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_set_info_compound_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_set_info_compound_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] }
	    else "the module cifs is not loaded";

	/* A new directory. */
	probe op__mkdir__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_mkdir_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 },
	    sdt:cifs::smb3_posix_mkdir_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__mkdir__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_mkdir_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_mkdir_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] },
	    sdt:cifs::smb3_posix_mkdir_done
		{ (struct smb_path *)self->path, args[1], 0, 0, 0 },
	    sdt:cifs::smb3_posix_mkdir_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[5] }
	    else "the module cifs is not loaded";

	/* Another name for a file or directory. */
	probe op__rename__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_rename_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__rename__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_rename_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_rename_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] }
	    else "the module cifs is not loaded";

	/* One more name for a file. */
	probe op__link__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_hardlink_enter
		{ (struct smb_path *)args[3], 0, 0, 0, 0 }
	    else "the module cifs is not loaded";
	probe op__link__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    sdt:cifs::smb3_hardlink_done
		{ (struct smb_path *)self->path, 0, 0, 0, 0 },
	    sdt:cifs::smb3_hardlink_err
		{ (struct smb_path *)self->path, 0, 0, 0, -args[3] }
	    else "the module cifs is not loaded";

	/* A file to be removed. */
	probe op__remove__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    fbt:cifs:smb2_unlink:entry
		{ (struct smb_path *)arg2, 0, 0, 0, 0 }
	    else "the module cifs is not loaded, or fbt cannot trace it on this kernel";
	probe op__remove__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    fbt:cifs:smb2_unlink:return
		{ (struct smb_path *)self->removed, 0, 0, 0, -(int)arg1 }
	    else "the module cifs is not loaded, or fbt cannot trace it on this kernel";

	/* A directory to be removed. */
	probe op__rmdir__start(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    fbt:cifs:smb2_rmdir:entry
		{ (struct smb_path *)arg2, 0, 0, 0, 0 }
	    else "the module cifs is not loaded, or fbt cannot trace it on this kernel";
	probe op__rmdir__done(struct smb_path *P, uint64_t file, uint64_t offset,
	    uint64_t length, int error) : (smbclientop_t *P) =
	    fbt:cifs:smb2_rmdir:return
		{ (struct smb_path *)self->removed, 0, 0, 0, -(int)arg1 }
	    else "the module cifs is not loaded, or fbt cannot trace it on this kernel";

	/* The client sends a command, alone or as a part of a request. */
	probe command__start(struct smb_command *C, uint64_t mid, uint64_t session,
	    uint32_t tree, uint32_t status, int error) : (smbclientcmd_t *C) =
	    sdt:cifs::smb3_cmd_enter
		{ (struct smb_command *)args[2], args[3], args[1], args[0], 0, 0 }
	    else "the module cifs is not loaded";
	/*
	 * The client reads the answer to a command.
	 *
	 * Some kernels read the answers to a request of several commands twice. One thread sends and
	 * reads it, in the order of the messages. Reads and writes are sent alone.
	 */
	probe command__done(struct smb_command *C, uint64_t mid, uint64_t session,
	    uint32_t tree, uint32_t status, int error) : (smbclientcmd_t *C) =
	    sdt:cifs::smb3_cmd_done
	    /args[2] == 8 || args[2] == 9 || args[3] >= self->answered/
		{ (struct smb_command *)args[2], args[3], args[1], args[0], 0, 0 },
	    sdt:cifs::smb3_cmd_err
	    /args[2] == 8 || args[2] == 9 || args[3] >= self->answered/
		{ (struct smb_command *)args[2], args[3], args[1], args[0], args[4], -args[5] }
	    else "the module cifs is not loaded";

	sdt:cifs::smb3_cmd_done, sdt:cifs::smb3_cmd_err { self->answered = args[3] + 1; }

	fbt:cifs:smb2_unlink:return, fbt:cifs:smb2_rmdir:return { self->removed = 0; }

	sdt:cifs::smb3_open_done,
	sdt:cifs::smb3_open_err,
	sdt:cifs::smb3_mkdir_done,
	sdt:cifs::smb3_mkdir_err,
	sdt:cifs::smb3_posix_mkdir_done,
	sdt:cifs::smb3_posix_mkdir_err,
	sdt:cifs::smb3_rename_done,
	sdt:cifs::smb3_rename_err,
	sdt:cifs::smb3_hardlink_done,
	sdt:cifs::smb3_hardlink_err,
	sdt:cifs::smb3_set_info_compound_done,
	sdt:cifs::smb3_set_info_compound_err,
	sdt:cifs::smb3_query_info_compound_done,
	sdt:cifs::smb3_query_info_compound_err,
	sdt:cifs::smb3_posix_query_info_compound_done,
	sdt:cifs::smb3_posix_query_info_compound_err
	{
		self->path = 0;
	}
};
