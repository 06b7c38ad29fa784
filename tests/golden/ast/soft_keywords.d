BEGIN { counter = 5; probe = (int)counter; (uint64_t)import; }
int counter;
