/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uses escapes that all current terminals support (ECMA-48, and xterm's other screen), so it needs
 * no terminal database. Writes do not block, so that a terminal that the user has stopped (^S) does
 * not stop tracing.
 */
#include "cli/top/terminal.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { LEAVE_MS = 200 }; // for a terminal that takes no output

static struct {
	int fd;
	volatile sig_atomic_t is_entered;
	struct termios before;
	char *current, *next; // pictures: being written, waiting
	size_t len, at, next_len;
} terminal = {.fd = -1};

bool dt_terminal_open(void)
{
	char path[256];

	if (!isatty(STDOUT_FILENO))
		return false;
	if (!ttyname_r(STDOUT_FILENO, path, sizeof(path)))
		terminal.fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (terminal.fd < 0) // the path may belong to another mount namespace
		terminal.fd = open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	return terminal.fd >= 0;
}

int dt_terminal_fd(void)
{
	return terminal.fd;
}

/** Writes an escape. If the terminal takes no output, waits at most LEAVE_MS. */
static void write_now(const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t n = write(terminal.fd, text, len);

		if (n > 0) {
			text += n;
			len -= (size_t)n;
		} else if (errno != EAGAIN ||
			   poll(&(struct pollfd){terminal.fd, POLLOUT, 0}, 1, LEAVE_MS) != 1) {
			return;
		}
	}
}

void dt_terminal_leave(void)
{
	if (!terminal.is_entered)
		return;
	terminal.is_entered = 0;
	write_now("\033[?7h\033[?25h\033[0m\033[?1049l");
	tcflush(terminal.fd, TCIFLUSH);
	tcsetattr(terminal.fd, TCSANOW, &terminal.before);
}

static void end_by(int sig)
{
	dt_terminal_leave();
	raise(sig); // the action is the default one again
}

/** Restores the terminal before a signal ends the process. */
static void catch_fatal_signals(void)
{
	static const int harmless[] = {SIGCHLD, SIGCONT, SIGKILL, SIGSTOP,  SIGTSTP,
				       SIGTTIN, SIGTTOU, SIGURG,  SIGWINCH, SIGPIPE};
	struct sigaction old, end = {.sa_handler = end_by, .sa_flags = SA_RESETHAND | SA_NODEFER};
	sigset_t others;

	sigemptyset(&others);
	for (size_t i = 0; i < dt_array_len(harmless); i++)
		sigaddset(&others, harmless[i]);
	for (int sig = 1; sig < NSIG; sig++)
		if (!sigismember(&others, sig) && !sigaction(sig, NULL, &old) &&
		    old.sa_handler == SIG_DFL)
			sigaction(sig, &end, NULL);
}

void dt_terminal_enter(void)
{
	static bool catches;
	struct termios raw;

	if (!catches)
		catch_fatal_signals();
	catches = true;
	if (tcgetattr(terminal.fd, &terminal.before))
		return;
	raw = terminal.before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	terminal.is_entered = 1;
	tcsetattr(terminal.fd, TCSANOW, &raw);
	terminal.len = terminal.at = 0; // discard a picture from before a stop
	write_now("\033[?1049h\033[?25l\033[?7l");
}

void dt_terminal_size(unsigned *rows, unsigned *columns)
{
	struct winsize size = {0};

	ioctl(terminal.fd, TIOCGWINSZ, &size);
	*rows = size.ws_row ? size.ws_row : 24;
	*columns = size.ws_col ? size.ws_col : 80;
}

void dt_terminal_show(char *picture, size_t len)
{
	free(terminal.next);
	terminal.next = picture;
	terminal.next_len = len;
}

bool dt_terminal_flush(void)
{
	for (;;) {
		if (terminal.at == terminal.len) {
			free(terminal.current);
			terminal.current = terminal.next;
			terminal.len = terminal.current ? terminal.next_len : 0;
			terminal.at = 0;
			terminal.next = NULL;
		}
		if (!terminal.current)
			return true;
		ssize_t n =
		    write(terminal.fd, terminal.current + terminal.at, terminal.len - terminal.at);
		if (n < 0)
			return errno != EAGAIN && errno != EINTR;
		terminal.at += (size_t)n;
	}
}
