/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The iSCSI target: messages (PDUs) that it receives and sends.
 *
 * The kernel has no tracepoints for them. The module iscsi_target_mod calls a function for each kind of
 * received message, with the original header. It calls iscsit_xmit_pdu() for each message that it sends, with
 * the header in the command; some kernels call the two functions below it instead. Logins have separate
 * functions. Messages of a hardware transport (iSER) are not traced.
 */
#pragma D depends_on library ip.d
#pragma D depends_on library scsi.d

typedef struct iscsiinfo {
	string ii_target; /* The name of the target, <unknown> before it is known. */
	string ii_initiator; /* The name of the initiator, <unknown> before it is known. */
	string ii_isid; /* The initiator's number of the session, in hexadecimal. */
	string ii_tsih; /* The target's number of the session, in hexadecimal. */
	string ii_transport; /* sockets, or iser-ib. */
	uint64_t ii_lun; /* The logical unit. */
	uint32_t ii_itt; /* The initiator's number of the task. */
	uint32_t ii_ttt; /* The target's number of the transfer. */
	uint32_t ii_cmdsn; /* The number of a command; 0 in messages of the target. */
	uint32_t ii_statsn; /* The number of the status; of what arrives, that of the next. */
	uint32_t ii_datasn; /* The number of a data message in its sequence, else 0. */
	uint32_t ii_datalen; /* How many bytes of data the message has. */
	uint32_t ii_flags; /* The second byte of the header: 0x80 final, 0x40 read, 0x20 write … */
} iscsiinfo_t;

inline uint32_t __iscsi_word[struct iscsi_hdr *H, int offset] =
    ntohl(*(uint32_t *)((char *)H + offset));
inline int __iscsi_code[struct iscsi_hdr *H] = *(uint8_t *)H & 0x3f;
inline int __iscsi_is_data[struct iscsi_hdr *H] = __iscsi_code[H] == 0x05 ||
    __iscsi_code[H] == 0x25 || __iscsi_code[H] == 0x31;
inline struct iscsit_session *__iscsi_session[uint64_t conn] = ((struct iscsit_conn *)conn)->sess;
inline struct iscsi_portal_group *__iscsi_portal[uint64_t conn] = ((struct iscsit_conn *)conn)->tpg;
inline uint8_t *__iscsi_isid[uint64_t conn] = (uint8_t *)__iscsi_session[conn]->isid;

/* NOP-Out, a command, a task management request and Data-Out have a logical unit in their header. */
inline int __iscsi_has_lun[struct iscsi_hdr *H] = __iscsi_code[H] == 0 || __iscsi_code[H] == 1 ||
    __iscsi_code[H] == 2 || __iscsi_code[H] == 5;
inline struct iscsit_cmd *__iscsi_command[struct iscsi_hdr *H] =
    (struct iscsit_cmd *)((char *)H - offsetof(struct iscsit_cmd, pdu));
inline struct iscsi_tiqn *__iscsi_name[uint64_t conn] =
    __iscsi_portal[conn] == NULL ? NULL : __iscsi_portal[conn]->tpg_tiqn;

/* The input is the header; argument 0 of each probe is the connection. */
translator iscsiinfo_t < struct iscsi_hdr *H > {
	ii_target = __iscsi_name[arg0] == NULL ? "<unknown>" : stringof(__iscsi_name[arg0]->tiqn);
	ii_initiator = __iscsi_session[arg0] == NULL || __iscsi_session[arg0]->sess_ops == NULL ?
	    "<unknown>" : __iscsi_session[arg0]->sess_ops->InitiatorName[0] == 0 ?
	    "<unknown>" : stringof(__iscsi_session[arg0]->sess_ops->InitiatorName);
	ii_isid = __iscsi_session[arg0] == NULL ? "<unknown>" :
	    lltostr(((uint64_t)__iscsi_isid[arg0][0] << 40) | ((uint64_t)__iscsi_isid[arg0][1] << 32) |
	    ((uint64_t)__iscsi_isid[arg0][2] << 24) | (__iscsi_isid[arg0][3] << 16) |
	    (__iscsi_isid[arg0][4] << 8) | __iscsi_isid[arg0][5], 16);
	ii_tsih = __iscsi_session[arg0] == NULL ? "<unknown>" :
	    lltostr(__iscsi_session[arg0]->tsih, 16);
	ii_transport = ((struct iscsit_conn *)arg0)->conn_transport->transport_type == 0 ?
	    "sockets" : "iser-ib";
	ii_lun = __iscsi_code[H] >= 0x20 && __iscsi_code[H] != 0x23 ?
	    __iscsi_command[H]->se_cmd.orig_fe_lun : !__iscsi_has_lun[H] ? 0 :
	    ((*((uint8_t *)H + 8) & 0x3f) << 8) | *((uint8_t *)H + 9);
	ii_itt = __iscsi_word[H, 16];
	ii_ttt = __iscsi_code[H] == 1 ? 0 : __iscsi_word[H, 20];
	ii_cmdsn = __iscsi_code[H] < 0x20 && __iscsi_code[H] != 0x05 ? __iscsi_word[H, 24] : 0;
	ii_statsn = __iscsi_code[H] < 0x20 ? __iscsi_word[H, 28] : __iscsi_word[H, 24];
	ii_datasn = __iscsi_is_data[H] ? __iscsi_word[H, 36] : 0;
	ii_datalen = __iscsi_word[H, 4] & 0xffffff;
	ii_flags = *((uint8_t *)H + 1);
};

translator conninfo_t < struct iscsit_conn *C > {
	ci_local = __sockaddr_string[(struct sockaddr_in *)&C->local_sockaddr];
	ci_remote = __sockaddr_string[(struct sockaddr_in *)&C->login_sockaddr];
	ci_protocol = __sockaddr_is_ip6[(struct sockaddr_in *)&C->login_sockaddr] ? "ipv6" : "ipv4";
};

/* In the header of a SCSI command, the command begins at byte 32. */
struct iscsi_command;
translator scsicmd_t < struct iscsi_command *S > {
	ic_len = 16;
	ic_cdb = (uint8_t *)S + 32;
	ic_opcode = *((uint8_t *)S + 32);
	ic_opname = scsi_operation_string[*((uint8_t *)S + 32)];
	ic_lba = __scsi_block[(uint8_t *)S + 32];
	ic_datalen = __iscsi_word[(struct iscsi_hdr *)S, 20];
	ic_flags = *((uint8_t *)S + 1) & 0x40 ? B_READ : *((uint8_t *)S + 1) & 0x20 ? B_WRITE : 0;
	ic_status = 0;
	ic_hoststatus = 0;
	ic_resid = 0;
};

inline struct iscsi_hdr *__iscsi_sent[uint64_t cmd] =
    (struct iscsi_hdr *)((struct iscsit_cmd *)cmd)->pdu;

/*
 * Messages of an iSCSI target.
 *
 *	iscsi:::scsi-command { @[args[0]->ci_remote, args[2]->ic_opname] = count(); }
 */
provider iscsi {
	fbt:iscsi_target_mod:iscsit_get_login_rx:entry
	{
		self->connection = (struct iscsit_conn *)arg0;
		self->login = (struct iscsi_login *)arg1;
	}

	/* An initiator logs in, or continues its login. */
	probe login__command(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_get_login_rx:return /self->login != NULL && (int)arg1 >= 0/
		{ self->connection, (struct iscsi_hdr *)self->login->req }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	fbt:iscsi_target_mod:iscsit_get_login_rx:return { self->login = NULL; }

	/* The response to a login message is sent. */
	probe login__response(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_put_login_tx:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)((struct iscsi_login *)arg1)->rsp }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* A SCSI command arrives; its command. */
	probe scsi__command(struct iscsit_conn *C, struct iscsi_hdr *H, struct iscsi_command *S) :
	    (conninfo_t *C, iscsiinfo_t *H, scsicmd_t *S) =
	    fbt:iscsi_target_mod:iscsit_setup_scsi_cmd:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg2, (struct iscsi_command *)arg2 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* Data that the initiator writes arrive (Data-Out). */
	probe data__receive(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_check_dataout_hdr:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg1 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* A task management request arrives: abort, reset …. */
	probe task__command(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_handle_task_mgt_cmd:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg2 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* A text request arrives, for example for the list of targets. */
	probe text__command(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_setup_text_cmd:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg2 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* A NOP-Out arrives. */
	probe nop__receive(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_setup_nop_out:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg2 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* An initiator logs out. */
	probe logout__command(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_handle_logout_cmd:entry
		{ (struct iscsit_conn *)arg0, (struct iscsi_hdr *)arg2 }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The end of a SCSI command is sent: a successful read ends with its last data-send. */
	probe scsi__response(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x21/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x21/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* Data that the initiator reads are sent (Data-In). */
	probe data__send(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_datain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x25/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x25/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The target asks for the data of a write (R2T). */
	probe data__request(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x31/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x31/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The response to a task management request is sent. */
	probe task__response(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x22/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x22/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The response to a text request is sent. */
	probe text__response(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x24/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x24/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* A NOP-In is sent. */
	probe nop__send(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x20/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x20/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The response to a logout is sent. */
	probe logout__response(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x26/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x26/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	/* The target sends a message without a request. */
	probe async__send(struct iscsit_conn *C, struct iscsi_hdr *H) :
	    (conninfo_t *C, iscsiinfo_t *H) =
	    fbt:iscsi_target_mod:iscsit_xmit_nondatain_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x32/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else fbt:iscsi_target_mod:iscsit_xmit_pdu:entry
	    /__iscsi_code[__iscsi_sent[arg1]] == 0x32/
		{ (struct iscsit_conn *)arg0, __iscsi_sent[arg1] }
	    else "the module iscsi_target_mod is not loaded, or fbt cannot trace it here";

	probe xfer__start() = "the target on Linux moves data only by messages: data-send, data-receive";
	probe xfer__done() = "the target on Linux moves data only by messages: data-send, data-receive";
	probe data__transfer() = "its name on Linux is data-send";
};
