provider python {
	probe function__entry(string, string, int);
	probe function__return(string, string, int);
	probe line(string, string, int);
};
