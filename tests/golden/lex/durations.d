BEGIN
/1ns + 2us < 10ms && 3s && 4m && 5h && 6d/
{
	x = 1nsec + 2usec + 3msec + 10sec + 4min + 5hour + 6day;
	x = 0s + 10s/2;
}
