#define NEAR 4
