/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SCSI commands, as the kernel passes them to the drivers of host adapters: commands for disks on SCSI, SAS,
 * Fibre Channel, iSCSI, USB and SATA, and for the disks of virtual machines.
 */
#pragma D depends_on library io.d

/* Operation codes. */
inline string scsi_operation_string[int code] =
    code == 0x00 ? "test-unit-ready" : code == 0x03 ? "request-sense" :
    code == 0x08 ? "read(6)" : code == 0x0a ? "write(6)" : code == 0x12 ? "inquiry" :
    code == 0x15 ? "mode-select(6)" : code == 0x1a ? "mode-sense(6)" : code == 0x1b ? "start-stop" :
    code == 0x1d ? "send-diagnostic" : code == 0x1e ? "prevent-allow" :
    code == 0x25 ? "read-capacity(10)" : code == 0x28 ? "read(10)" : code == 0x2a ? "write(10)" :
    code == 0x2e ? "write-verify(10)" : code == 0x2f ? "verify(10)" : code == 0x35 ? "sync-cache" :
    code == 0x3b ? "write-buffer" : code == 0x3c ? "read-buffer" :
    code == 0x41 ? "write-same(10)" : code == 0x42 ? "unmap" : code == 0x43 ? "read-toc" :
    code == 0x4d ? "log-sense" : code == 0x55 ? "mode-select(10)" :
    code == 0x5a ? "mode-sense(10)" :
    code == 0x5e ? "reserve-in" : code == 0x5f ? "reserve-out" : code == 0x85 ? "ata(16)" :
    code == 0x88 ? "read(16)" : code == 0x8a ? "write(16)" : code == 0x8f ? "verify(16)" :
    code == 0x91 ? "sync-cache(16)" : code == 0x93 ? "write-same(16)" :
    code == 0x9e ? "service-in(16)" : code == 0xa0 ? "report-luns" : code == 0xa1 ? "ata(12)" :
    code == 0xa3 ? "maintenance-in" : code == 0xa8 ? "read(12)" : code == 0xaa ? "write(12)" :
    lltostr(code);

typedef struct scsicmd {
	uint64_t ic_len; /* The length of the command in bytes. */
	uint8_t *ic_cdb; /* The kernel's address of the command: ic_cdb[0] is the operation code. */
	uint8_t ic_opcode; /* The operation code. */
	string ic_opname; /* Its name: read(10), inquiry … */
	uint64_t ic_lba; /* The block of a read, write, verify or synchronisation, else 0. */
	uint32_t ic_datalen; /* How many bytes of data are transferred. */
	int ic_flags; /* B_READ or B_WRITE, 0 without data. */
	int ic_status; /* The status of the device: 0 good, 2 check condition, 8 busy … */
	int ic_hoststatus; /* The error of the host adapter, 0 if there is none. */
	uint32_t ic_resid; /* The bytes that were not transferred. */
} scsicmd_t;

/* The position of the block number depends on the length of the command: 4 bytes from the third byte on, or 8. */
inline int __scsi_group[uint8_t *cdb] = cdb[0] >> 5;
inline uint64_t __scsi_word[uint8_t *cdb] =
    ((uint64_t)cdb[2] << 24) | (cdb[3] << 16) | (cdb[4] << 8) | cdb[5];
inline uint64_t __scsi_next_word[uint8_t *cdb] =
    ((uint64_t)cdb[6] << 24) | (cdb[7] << 16) | (cdb[8] << 8) | cdb[9];
inline int __scsi_has_block[int code] =
    code == 0x08 || code == 0x0a || code == 0x28 || code == 0x2a ||
    code == 0x2e || code == 0x2f || code == 0x35 || code == 0x41 || code == 0x88 || code == 0x8a ||
    code == 0x8f || code == 0x91 || code == 0x93 || code == 0xa8 || code == 0xaa;
inline uint64_t __scsi_block[uint8_t *cdb] = !__scsi_has_block[cdb[0]] ? 0 :
    __scsi_group[cdb] == 0 ? ((cdb[1] & 0x1f) << 16) | (cdb[2] << 8) | cdb[3] :
    __scsi_group[cdb] == 4 ? (__scsi_word[cdb] << 32) | __scsi_next_word[cdb] : __scsi_word[cdb];

translator scsicmd_t < struct scsi_cmnd *C > {
	ic_len = C->cmd_len;
	ic_cdb = (uint8_t *)C->cmnd;
	ic_opcode = C->cmnd[0];
	ic_opname = scsi_operation_string[C->cmnd[0]];
	ic_lba = __scsi_block[(uint8_t *)C->cmnd];
	ic_datalen = C->sdb.length;
	ic_flags = C->sdb.length == 0 ? 0 : C->sc_data_direction == 1 ? B_WRITE : B_READ;
	ic_status = C->result & 0xff;
	ic_hoststatus = (C->result >> 16) & 0xff;
	ic_resid = C->resid_len;
};

typedef struct scsidev {
	int sd_host; /* The number of the host adapter: 2 in 2:0:1:0. */
	int sd_channel; /* The channel: 0 in 2:0:1:0. */
	int sd_id; /* The target: 1 in 2:0:1:0. */
	uint64_t sd_lun; /* The logical unit: 0 in 2:0:1:0. */
	string sd_driver; /* The driver of the host adapter. */
	string sd_vendor; /* The vendor, padded by blanks. */
	string sd_model; /* The model, padded by blanks. */
} scsidev_t;

translator scsidev_t < struct scsi_cmnd *C > {
	sd_host = C->device->host->host_no;
	sd_channel = C->device->channel;
	sd_id = C->device->id;
	sd_lun = C->device->lun;
	sd_driver = stringof(C->device->host->hostt->name);
	sd_vendor = substr(stringof(C->device->vendor), 0, 8);
	sd_model = substr(stringof(C->device->model), 0, 16);
};

/* The command follows its request in memory. A request that does not come from a disk has no disk. */
inline struct request *__scsi_request[struct scsi_cmnd *C] =
    (struct request *)((char *)C - sizeof (struct request));
translator devinfo_t < struct scsi_cmnd *C > : __scsi_request[C]->q->disk == NULL ?
    (struct block_device *)NULL : __request_device[__scsi_request[C]] { };

/*
 * Commands of SCSI.
 *
 *	scsi:::done { @[args[2]->dev_statname, args[0]->ic_opname] = count(); }
 */
provider scsi {
	/* The kernel hands a command to the driver of a host adapter. */
	probe start(struct scsi_cmnd *C, struct scsi_cmnd *D, struct scsi_cmnd *B) :
	    (scsicmd_t *C, scsidev_t *D, devinfo_t *B) =
	    sdt:scsi::scsi_dispatch_cmd_start { args[0], args[0], args[0] }
	    else "the module scsi_mod is not loaded";

	/* A command has ended, with or without an error. */
	probe done(struct scsi_cmnd *C, struct scsi_cmnd *D, struct scsi_cmnd *B) :
	    (scsicmd_t *C, scsidev_t *D, devinfo_t *B) =
	    sdt:scsi::scsi_dispatch_cmd_done { args[0], args[0], args[0] }
	    else "the module scsi_mod is not loaded";

	/* A driver did not accept a command, which is tried again later. */
	probe refused(struct scsi_cmnd *C, struct scsi_cmnd *D, struct scsi_cmnd *B) :
	    (scsicmd_t *C, scsidev_t *D, devinfo_t *B) =
	    sdt:scsi::scsi_dispatch_cmd_error { args[0], args[0], args[0] }
	    else "the module scsi_mod is not loaded";

	/* A command has not ended in time. */
	probe timeout(struct scsi_cmnd *C, struct scsi_cmnd *D, struct scsi_cmnd *B) :
	    (scsicmd_t *C, scsidev_t *D, devinfo_t *B) =
	    sdt:scsi::scsi_dispatch_cmd_timeout { args[0], args[0], args[0] }
	    else "the module scsi_mod is not loaded";
};
