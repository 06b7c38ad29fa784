/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Bytes by process and direction, largest first (idiom: the sum in the key's row, trunc() to the
 * top).
 */
#pragma D option quiet

inline int TOP = 3;

syscall::getppid:entry
/pid == $target/
{
	self->ok = 1;
}

syscall::read:return, syscall::write:return
/self->ok && arg0 > 0/
{
	this->dir = probefunc == "read" ? "R" : "W";
	total_r += this->dir == "R" ? arg0 : 0;
	total_w += this->dir == "W" ? arg0 : 0;
	@bytes[execname, this->dir] = sum(arg0);
	@sizes[this->dir] = quantize(arg0);
}

dtrace:::END
{
	printf("read %d, wrote %d\n", total_r, total_w);
	trunc(@bytes, TOP);
	printa("%-8s %1s %@8d\n", @bytes);
	printa("%s %@d\n", @sizes);
}
/* output:
read 1536, wrote 1111
errand   W     1111
errand   R     1536
W 
           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@                               1        
               2 |                                         0        
               4 |                                         0        
               8 |@@@@@@@@@@                               1        
              16 |                                         0        
              32 |                                         0        
              64 |@@@@@@@@@@                               1        
             128 |                                         0        
             256 |                                         0        
             512 |@@@@@@@@@@                               1        
            1024 |                                         0        

R 
           value  ------------- Distribution ------------- count    
             256 |                                         0        
             512 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        
            1024 |                                         0        


*/
