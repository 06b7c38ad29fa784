/* Colons in pairs belong to the function, others do not. */
/* expect: D_PDESC_INVAL 3:1 "pid1:a.out:shop::Cart::add": Overspecified probe description */
pid1:a.out:shop::Cart::add { }
/* expect: D_PDESC_INVAL 5:1 "pid1:a.out:shop:Cart::add:entry": Overspecified probe description */
pid1:a.out:shop:Cart::add:entry { }
/* expect: D_PDESC_INVAL 7:1 "pid1:a.out:shop:::add:entry": Overspecified probe description */
pid1:a.out:shop:::add:entry { }
/* expect: D_PDESC_INVAL 9:1 "pid1:a.out::::entry": Overspecified probe description */
pid1:a.out::::entry { }
