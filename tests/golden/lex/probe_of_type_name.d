uint64_t { } 
uint64_t* { }
uint64_t:entry { }
int:entry { }
