/* expect: D_EMPTY 3:1 empty D program translation unit */

