/* expect: D_PROV_ORIGIN 3:8 argument #1 of probe text is of type "string": an origin passes integers and pointers */
provider own {
	probe text(string s) = syscall::read:entry { execname };
};
