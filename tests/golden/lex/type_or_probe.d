uint64_t x;
