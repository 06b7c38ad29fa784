// SPDX-License-Identifier: BSD-2-Clause
//
// Functions with arguments of all kinds; each prints its arguments.
struct Shape {
    n: u64,
    k: [u64; 2],
}

impl Shape {
    #[inline(never)]
    fn scale(&self, by: u64) -> u64 {
        println!("scale {} {}", self.n, by);
        self.n * by + self.k[0]
    }
}

#[inline(never)]
fn add(a: u64, b: i32) -> u64 {
    println!("add {} {}", a, b);
    a + b as u64
}

#[inline(never)]
fn text(s: &str, n: u32) -> usize {
    println!("text {}", n);
    s.len() + n as usize
}

#[inline(never)]
fn constant(a: u64, b: u64) -> u64 {
    println!("constant {} {}", a, b);
    a + b
}

#[inline(never)]
fn hidden(n: u64) -> Shape {
    println!("hidden {}", n);
    Shape { n, k: [n, 2] }
}

#[inline(never)]
fn float(f: f64, n: u64) -> u64 {
    println!("float {}", n);
    n + f as u64
}

fn main() {
    let n = std::env::args().count() as u64;
    add(49999 + n, 7);
    text("hello", 32 + n as u32);
    constant(50000, 7 * n);
    constant(50000, 8 * n);
    hidden(21 * n).scale(3 * n);
    float(1.5, 12 * n);
}
