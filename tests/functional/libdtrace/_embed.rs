// SPDX-License-Identifier: BSD-2-Clause

//! A Rust program that embeds the library by bindgen, and traces its own system calls.
#[allow(dead_code, non_camel_case_types, non_snake_case)]
mod dtrace {
    include!(env!("BINDINGS"));
}
use dtrace::*;

use std::ffi::{CStr, CString};
use std::mem::{size_of, zeroed};
use std::os::raw::{c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;
use std::slice;

extern "C" {
    fn getpriority(which: c_int, who: c_uint) -> c_int;
}

unsafe fn text<'a>(s: *const c_char) -> &'a str {
    CStr::from_ptr(s).to_str().unwrap()
}

/// Returns an error of the library as a Result.
fn take(err: *mut dtrace_error) -> Result<(), String> {
    if err.is_null() {
        return Ok(());
    }
    unsafe {
        let message = text(dtrace_error_message(err)).to_string();
        dtrace_error_free(err);
        Err(message)
    }
}

unsafe extern "C" fn on_record(_: *mut c_void, r: *const dtrace_record) {
    let mut n = 0;
    let bytes = dtrace_record_bytes(r, 1, &mut n) as *const u8;
    let word = std::str::from_utf8(slice::from_raw_parts(bytes, n as usize)).unwrap();
    println!("record: {} {}", dtrace_record_integer(r, 0), word);
}

struct Session(*mut dtrace::dtrace);

impl Session {
    fn open(program: &str) -> Result<Session, String> {
        let mut s = Session(null_mut());
        take(unsafe { dtrace_open(&mut s.0) })?;
        let mut handler: dtrace_handler = unsafe { zeroed() };
        handler.size = size_of::<dtrace_handler>() as _;
        handler.record = Some(on_record);
        take(unsafe { dtrace_set_handler(s.0, &handler) })?;
        let program = CString::new(program).unwrap();
        take(unsafe { dtrace_add(s.0, DTRACE_TEXT_NAME, program.as_ptr()) })?;
        Ok(s)
    }

    fn check(&self) -> Result<(), String> {
        take(unsafe { dtrace_check(self.0) })
    }

    fn print_diagnostics(&self) {
        let mut g: dtrace_diagnostic = unsafe { zeroed() };
        g.size = size_of::<dtrace_diagnostic>() as _;
        for i in 0.. {
            if !unsafe { dtrace_diagnostic(self.0, i, &mut g) } {
                break;
            }
            let (message, tag) = unsafe { (text(g.message), text(g.tag)) };
            println!("{}:{}: {} ({})", g.line, g.column, message, tag);
        }
    }

    fn print_aggregation(&self, name: &str) -> Result<(), String> {
        let name = CString::new(name).unwrap();
        let mut a = null_mut();
        unsafe {
            take(dtrace_aggregation_read(self.0, name.as_ptr(), false, &mut a))?;
            for row in 0..dtrace_aggregation_rows(a) {
                let mut n = 0;
                let key = dtrace_aggregation_key_bytes(a, row, 0, &mut n) as *const u8;
                let key = std::str::from_utf8(slice::from_raw_parts(key, n as usize)).unwrap();
                let odd = dtrace_aggregation_key_integer(a, row, 1);
                println!("{}, odd {}: {}", key, odd, dtrace_aggregation_number(a, row));
            }
            dtrace_aggregation_free(a);
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { dtrace_close(self.0) }
    }
}

fn main() -> Result<(), String> {
    let wrong = Session::open("BEGIN { nosuch(); }")?;
    println!("error: {}", wrong.check().unwrap_err());
    wrong.print_diagnostics();

    let s = Session::open(
        "syscall::getpriority:entry /pid == $pid/ { trace((int)arg1); trace(\"call\"); }
         syscall::getpriority:entry /pid == $pid/ { @[probefunc, arg1 % 2] = count(); }",
    )?;
    s.check()?;
    take(unsafe { dtrace_go(s.0) })?;
    for i in 0..5 {
        unsafe { getpriority(0, i) };
    }
    take(unsafe { dtrace_stop(s.0, false) })?;
    s.print_aggregation("_")
}
