/* So do objects of the kernel. */
struct mutex *m;
struct rw_semaphore *r;
struct path *p;
struct inode *i;
BEGIN { trace(getf(0) != NULL); }
BEGIN { trace(d_path(p)); trace(d_mount(p)); }
BEGIN { trace(inode_dentry(i)); trace(inode_path(i)); trace(inode_mount(i)); }
BEGIN { trace(mutex_owner(m)); trace(mutex_owned(m)); trace(rw_read_held(r)); }
