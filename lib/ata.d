/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ATA commands, as the kernel passes them to the drivers of SATA and PATA controllers. For each command of a
 * disk there is also a SCSI command, which fires the probes of scsi.
 */
#pragma D depends_on library scsi.d

inline string ata_command_string[int code] =
    code == 0x06 ? "data-set-management" : code == 0x20 ? "read" : code == 0x24 ? "read-ext" :
    code == 0x25 ? "read-dma-ext" : code == 0x29 ? "read-multiple-ext" : code == 0x2f ? "read-log" :
    code == 0x30 ? "write" : code == 0x34 ? "write-ext" : code == 0x35 ? "write-dma-ext" :
    code == 0x39 ? "write-multiple-ext" : code == 0x3d ? "write-dma-fua" :
    code == 0x40 ? "verify" : code == 0x42 ? "verify-ext" : code == 0x47 ? "read-log-dma" :
    code == 0x60 ? "read-fpdma" : code == 0x61 ? "write-fpdma" : code == 0x64 ? "send-fpdma" :
    code == 0xa0 ? "packet" : code == 0xa1 ? "identify-packet" : code == 0xb0 ? "smart" :
    code == 0xc4 ? "read-multiple" : code == 0xc5 ? "write-multiple" :
    code == 0xc6 ? "set-multiple" :
    code == 0xc8 ? "read-dma" : code == 0xca ? "write-dma" : code == 0xe0 ? "standby" :
    code == 0xe5 ? "check-power" : code == 0xe7 ? "flush" : code == 0xea ? "flush-ext" :
    code == 0xec ? "identify" : code == 0xef ? "set-features" : lltostr(code);

typedef struct atacmd {
	uint8_t ac_command; /* The command's code. */
	string ac_name; /* Its name: read-dma, flush … */
	uint16_t ac_feature; /* The feature register. */
	uint64_t ac_lba; /* The first sector of a command that has one. */
	uint32_t ac_datalen; /* How many bytes of data are transferred. */
	int ac_flags; /* B_READ or B_WRITE, 0 without data. */
	uint32_t ac_tag; /* The command's number among those under way. */
	uint8_t ac_status; /* The status register at the end: bit 0 is an error. */
	uint8_t ac_error; /* The error register at the end. */
	uint32_t ac_errmask; /* The kernel's AC_ERR_ bits, 0 without an error. */
} atacmd_t;

/* With ATA_TFLAG_LBA48 (8) a block number has 48 bits, otherwise 28. */
inline uint64_t __ata_block[struct ata_taskfile *T] =
    ((uint64_t)T->lbah << 16) | (T->lbam << 8) | T->lbal |
    (T->flags & 8 ? ((uint64_t)T->hob_lbah << 40) | ((uint64_t)T->hob_lbam << 32) |
    ((uint64_t)T->hob_lbal << 24) : (uint64_t)(T->device & 0xf) << 24);

translator atacmd_t < struct ata_queued_cmd *C > {
	ac_command = C->tf.command;
	ac_name = ata_command_string[C->tf.command];
	ac_feature = C->tf.feature;
	ac_lba = __ata_block[&C->tf];
	ac_datalen = C->dma_dir == 3 ? 0 : C->nbytes;
	ac_flags = C->dma_dir == 3 ? 0 : C->dma_dir == 1 ? B_WRITE : B_READ;
	ac_tag = C->tag;
	ac_status = C->result_tf.status;
	ac_error = C->result_tf.error;
	ac_errmask = C->err_mask;
};

typedef struct atadev {
	int ad_port; /* The number of the port: 1 in ata1.00. */
	int ad_device; /* The number of the device at the port: 0 in ata1.00. */
} atadev_t;

translator atadev_t < struct ata_queued_cmd *C > {
	ad_port = C->ap->print_id;
	ad_device = C->dev->link->pmp + C->dev->devno;
};

/* For a command that the kernel itself makes there is no SCSI command. */
translator devinfo_t < struct ata_queued_cmd *C > : C->scsicmd == NULL ||
    __scsi_request[C->scsicmd]->q->disk == NULL ? (struct block_device *)NULL :
    __request_device[__scsi_request[C->scsicmd]] { };

/*
 * Commands of SATA and PATA disks.
 *
 *	ata:::done { @[args[2]->dev_statname, args[0]->ac_name] = count(); }
 */
provider ata {
	/* The kernel hands a command to the driver of a controller. */
	probe start(struct ata_queued_cmd *C, struct ata_queued_cmd *D, struct ata_queued_cmd *B) :
	    (atacmd_t *C, atadev_t *D, devinfo_t *B) =
	    sdt:libata::ata_qc_issue { args[0], args[0], args[0] }
	    else "the module libata is not loaded";

	/* A command has ended, with or without an error. */
	probe done(struct ata_queued_cmd *C, struct ata_queued_cmd *D, struct ata_queued_cmd *B) :
	    (atacmd_t *C, atadev_t *D, devinfo_t *B) =
	    sdt:libata::ata_qc_complete_done,
	    sdt:libata::ata_qc_complete_failed,
	    sdt:libata::ata_qc_complete_internal { args[0], args[0], args[0] }
	    else "the module libata is not loaded";
};
