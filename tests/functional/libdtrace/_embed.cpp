// SPDX-License-Identifier: BSD-2-Clause
// A C++ program that turns errors of the library into exceptions.
#include <dtrace/dtrace.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

static void check(struct dtrace_error *err)
{
	std::unique_ptr<struct dtrace_error, decltype(&dtrace_error_free)> owned(err,
										 dtrace_error_free);

	if (err)
		throw std::runtime_error(dtrace_error_message(err));
}

class Session
{
      public:
	explicit Session(const std::string &text) : d(nullptr)
	{
		check(dtrace_open(&d));
		try {
			check(dtrace_setopt(d, "quiet", nullptr));
			check(dtrace_add(d, DTRACE_TEXT_NAME, text.c_str()));
			check(dtrace_check(d));
		} catch (...) {
			dtrace_close(d);
			throw;
		}
	}
	Session(const Session &) = delete;
	Session &operator=(const Session &) = delete;
	~Session()
	{
		dtrace_close(d);
	}
	void go()
	{
		check(dtrace_go(d));
	}
	void stop()
	{
		check(dtrace_stop(d, false));
	}

      private:
	struct dtrace *d;
};

int main()
{
	try {
		Session wrong("BEGIN { nosuch(); }");
	} catch (const std::runtime_error &e) {
		std::cout << (std::string(e.what()).find("nosuch") != std::string::npos
				  ? "refused\n"
				  : e.what());
	}
	Session session("syscall::getppid:entry /pid == " + std::to_string(getpid()) +
			"/ { @ = count(); } END { printa(@); }");

	session.go();
	try {
		session.go();
	} catch (const std::runtime_error &e) {
		std::cout << e.what() << std::endl;
	}
	for (int i = 0; i < 10; i++)
		syscall(SYS_getppid);
	session.stop();
}
