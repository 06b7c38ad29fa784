/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of the BPF helpers that implement the words of the environment. A helper receives the
 * context first if the word is CONTEXT, and the constants last. VIEW and RETURNED are implemented
 * by kfuncs, which not every kernel has (struct dt_bpf_kernel).
 */
#include "ebpf/code/env.h"

#include <linux/bpf.h>

#define HELPER(name)                      \
	{                                 \
		.helper = BPF_FUNC_##name \
	}
#define HELPER1(name, a)                                                      \
	{                                                                     \
		.helper = BPF_FUNC_##name, .constants = {a}, .n_constants = 1 \
	}
#define HELPER2(name, a, b)                                                      \
	{                                                                        \
		.helper = BPF_FUNC_##name, .constants = {a, b}, .n_constants = 2 \
	}

const struct dt_bpf_env dt_bpf_env_table[DT_N_ENVS] = {
    [DT_ENV_TIME] = HELPER(ktime_get_ns),
    [DT_ENV_CPU] = HELPER(get_smp_processor_id),
    [DT_ENV_PROCESSOR] = HELPER(get_smp_processor_id),
    [DT_ENV_NUMA_NODE] = HELPER(get_numa_node_id),
    [DT_ENV_RANDOM] = HELPER(get_prandom_u32),
    [DT_ENV_TASK] = HELPER(get_current_task_btf),
    [DT_ENV_TASK_NUMBER] = HELPER(get_current_task),
    [DT_ENV_PID_TGID] = HELPER(get_current_pid_tgid),
    [DT_ENV_UID_GID] = HELPER(get_current_uid_gid),
    [DT_ENV_CGROUP] = HELPER(get_current_ancestor_cgroup_id),
    [DT_ENV_COMM] = HELPER(get_current_comm),
    [DT_ENV_USER_REGS] = HELPER(task_pt_regs),
    [DT_ENV_COOKIE] = HELPER(get_attach_cookie),
    [DT_ENV_SIGNAL] = HELPER(send_signal),
    [DT_ENV_COPY] = HELPER(probe_read_kernel),
    [DT_ENV_COPY_STR] = HELPER(probe_read_kernel_str),
    [DT_ENV_READ] = HELPER(probe_read_kernel),
    [DT_ENV_READ_STR] = HELPER(probe_read_kernel_str),
    [DT_ENV_READ_KERNEL] = HELPER(probe_read_kernel),
    [DT_ENV_READ_KERNEL_STR] = HELPER(probe_read_kernel_str),
    [DT_ENV_READ_USER] = HELPER(probe_read_user),
    [DT_ENV_READ_USER_STR] = HELPER(probe_read_user_str),
    [DT_ENV_WRITE_USER] = HELPER(probe_write_user),
    [DT_ENV_MAP_FIND] = HELPER(map_lookup_elem),
    [DT_ENV_MAP_PUT] = HELPER1(map_update_elem, BPF_ANY),
    [DT_ENV_MAP_ADD] = HELPER1(map_update_elem, BPF_NOEXIST),
    [DT_ENV_MAP_REMOVE] = HELPER(map_delete_elem),
    [DT_ENV_MAP_EACH] = HELPER1(for_each_map_elem, 0),
    [DT_ENV_THREAD_FIND] = HELPER2(task_storage_get, 0, 0),
    [DT_ENV_THREAD_MAKE] = HELPER2(task_storage_get, 0, BPF_LOCAL_STORAGE_GET_F_CREATE),
    [DT_ENV_STACK] = HELPER1(get_stack, 0),
    [DT_ENV_USER_STACK] = HELPER1(get_stack, BPF_F_USER_STACK),
    [DT_ENV_TASK_STACK] = HELPER1(get_task_stack, 0),
    [DT_ENV_TASK_USER_STACK] = HELPER1(get_task_stack, BPF_F_USER_STACK),
    [DT_ENV_WAKE] = HELPER1(ringbuf_output, BPF_RB_FORCE_WAKEUP),
};
