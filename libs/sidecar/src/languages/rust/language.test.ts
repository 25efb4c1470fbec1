import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/lib.rs", {
  "types hold their fields and members": {
    source: `
      /// A place.
      #[derive(Debug, Clone)]
      pub struct Point<T> where T: Copy {
          pub x: T,
          /// Seen from above.
          #[serde(skip)]
          y: Option<fmt::Error>,
      }
      struct Pair(u32, String);
      union Bits { whole: u32 }
      enum Shape { Dot, Line(Point<u8>), Box { side: u32 } }
      pub type Points = Vec<Point<u8>>;
    `,
    outline: `
      struct Point 2-8
        field Point.x 4-4
        field Point.y 6-7
      struct Pair 9-9
      struct Bits 10-10
        field Bits.whole 10-10
      enum Shape 11-11
        enum_member Shape.Dot 11-11
        enum_member Shape.Line 11-11
        enum_member Shape.Box 11-11
          field Shape.Box.side 11-11
      type Points 12-12
    `,
    signatures: `
      Point | pub struct Point<T> where T: Copy
      Point.x | pub x: T
      Point.y | y: Option<fmt::Error>
      Pair | struct Pair(u32, String)
      Bits | union Bits
      Bits.whole | whole: u32
      Shape | enum Shape
      Shape.Line | Line(Point<u8>)
      Shape.Box | Box { side: u32 }
      Shape.Box.side | side: u32
      Points | pub type Points = Vec<Point<u8>>
    `,
    docs: `
      Point | A place.
      Point.y | Seen from above.
    `,
    references: `
      2: decorator derive
      2: implements Debug
      2: implements Clone
      3: type T
      3: type T
      3: type Copy
      4: type T
      6: decorator serde
      7: type Option
      7: type Error
      9: type String
      11: type Point
      12: type Vec
      12: type Point
    `,
  },
  "impl blocks have the name of their type": {
    source: `
      trait Area: Shape + 'static {
          const UNIT: u32;
          type Out;
          fn area(&self) -> f64;
      }
      impl<T> Area for geometry::Point<T> {
          fn area(&self) -> f64 { 0.0 }
      }
      impl Area for &str {}
      impl<T> Point<T> {
          const ZERO: u32 = 0;
          pub fn new(x: T) -> Self {
              const LOCAL: u32 = 1;
              fn helper() {}
              Self { x }
          }
      }
      impl From<(u8, u8)> for (u8, u8) {}
    `,
    outline: `
      trait Area 1-5
        constant Area.UNIT 2-2
        type Area.Out 3-3
        method Area.area 4-4
      impl Point 6-8
        method Point.area 7-7
      impl str 9-9
      impl Point 10-17
        constant Point.ZERO 11-11
        method Point.new 12-16
          function Point.new.helper 14-14
      impl (u8, u8) 18-18
    `,
    references: `
      1: extends Shape
      6: type T
      6: implements Area
      6: type T
      9: implements Area
      10: type T
      10: type T
      12: type T
      12: type Self
      15: type Self
      18: implements From
    `,
  },
  "functions, constants, modules, macros": {
    source: `
      pub const LIMIT: usize = 5;
      static mut COUNT: u32 = 0;
      mod net {
          #[test]
          // Between the two.
          pub(crate) async unsafe fn open<T: Into<String>>(name: T) -> u32 { 0 }
      }
      extern "C" { fn read(to: *mut u8) -> i32; }
      /** Makes a list. */
      macro_rules! list { ($x:expr) => { make($x) } }
    `,
    outline: `
      constant LIMIT 1-1
      constant COUNT 2-2
      module net 3-7
        function net.open 4-6
      function read 8-8
      macro list 10-10
    `,
    signatures: `
      LIMIT | pub const LIMIT: usize = 5
      COUNT | static mut COUNT: u32 = 0
      net | mod net
      net.open | pub(crate) async unsafe fn open<T: Into<String>>(name: T) -> u32
      read | fn read(to: *mut u8) -> i32
      list | macro_rules! list
    `,
    docs: `
      net.open | Between the two.
      list | Makes a list.
    `,
  },
  "items inside macros count as if the macro were not there": {
    source: `
      cfg_rt! {
          /// Runs.
          pub fn run() {}

          pin_project! {
              pub struct Sleep { deadline: u32 }
          }
      }
      list! {
          fn listed() {}
      }
      list! { a => fn hidden() {} }
    `,
    outline: `
      function run 3-3
      struct Sleep 6-6
        field Sleep.deadline 6-6
      function listed 10-10
    `,
    docs: "run | Runs.",
  },
  "so do items that exist in macros only": {
    source: `
      lazy_static! { pub static ref TABLE: Vec<u8> = build(); }
      bitflags::bitflags! {
          /** Rights. */
          #[derive(Debug)]
          pub struct Perms: u32 {
              const READ = 1;
              #[cfg(unix)]
              const WRITE = Self::READ.bits() | 2;
              const _ = !0;
          }
      }
      proptest! {
          #[test]
          fn adds(a in 0..10u32, b in any_b()) { check(a); }
      }
      quick_error! {
          pub enum Failure {
              Io(err: io::Error) {
                  from()
              }
              Other { display("other") }
          }
      }
    `,
    outline: `
      constant TABLE 1-1
      struct Perms 4-10
        constant Perms.READ 6-6
        constant Perms.WRITE 8-8
      function adds 13-14
      enum Failure 17-22
        enum_member Failure.Io 18-18
          field Failure.Io.err 18-18
        enum_member Failure.Other 21-21
    `,
    docs: "Perms | Rights.",
    calls: `
      1: build/0 in TABLE
      8: Self::READ . bits/0 in Perms.WRITE
      14: check/1 in adds
    `,
  },
  "flags of a type that is defined elsewhere are its constants": {
    source: `
      struct Perms(u32);
      bitflags! {
          impl Perms: u32 {
              /** Reads. */
              const READ = 1;
              const WRITE = Self::READ.bits() | 2;
              const _ = !0;
          }
      }
      bitflags! { impl Perms: u32 { const A = 1; const B=2; } }
    `,
    outline: `
      struct Perms 1-1
      impl Perms 3-8
        constant Perms.READ 5-5
        constant Perms.WRITE 6-6
      impl Perms 10-10
        constant Perms.A 10-10
        constant Perms.B 10-10
    `,
    docs: "Perms.READ | Reads.",
    references: "",
    calls: "6: Self::READ . bits/0 in Perms.WRITE",
  },
  "macros with a syntax of their own are left as they are": {
    source: `
      construct_uint! { pub struct U256(4); }
      construct_fixed_hash! { pub struct H256(32); }
      sol! { struct Foo { uint256 a; } }
      construct_runtime! {
          pub enum Runtime where Block = Block, { System: frame_system::{Pallet} }
      }
      decl_module! {
          pub struct Module<T: Config> for enum Call where origin: T::Origin { fn deposit_event() = default; }
      }
      newtype_index! { pub struct X { DEBUG_FORMAT = "x", const A = 0 } }
      consts! { pub const FOO = 0x1; }
      quote!{ struct #name { x: u8 } }
      #[doc = "U"]
      construct_uint!(pub struct U512(8););
      last! { pub const A: u8 = 1 }
      lazy_static! { static ref TABLE: Vec<u8> = build(); }
      cfg_if! { if #[cfg(unix)] { fn unix() {} } else { fn other() {} } }
      bitflags! { struct Perms: u32 { const READ = 1; } }
      m! { fn found() {} }
      m! { n! { struct Own(4); } fn beside() {} }
      cfg_rt! { uint! { struct Own(4); } fn around() {} }
      fn main() {}
    `,
    outline: `
      constant TABLE 16-16
      function unix 17-17
      function other 17-17
      struct Perms 18-18
        constant Perms.READ 18-18
      function found 19-19
      function beside 20-20
      function around 21-21
      function main 22-22
    `,
    diagnostics: "",
  },
  "so they do where one brace closes several such macros": {
    source: `
      cfg_a! {
        fn a() {}
      cfg_b! {
        fn b() {}
      }
      fn found() {}
      fn later() {}
    `,
    outline: `
      function a 2-2
      function b 4-4
      function found 6-6
      function later 7-7
    `,
  },
  calls: {
    source: `
      fn main() {
          open(1, 2);
          self.store.get::<u8>(key)?.await;
          Vec::<u8>::with_capacity(3);
          crate::net::dial::<Tcp>("a");
          <T as Default>::default();
          println!("{}", self.count(1), a::b(2), list![c()]);
          let local = |x| run(x);
      }
    `,
    calls: `
      2: open/2 in main
      3: self.store . get/1 in main
      4: Vec . with_capacity/1 in main
      5: crate::net . dial/1 in main
      6: <T as Default> . default/0 in main
      7: println in main
      7: self . count in main
      7: a . b in main
      7: c in main
      8: run/1 in main
    `,
  },
  "impl blocks go by what they are for, however it is written": {
    source: `
      impl Write for &mut fmt::Formatter<'_> { fn put(&self) {} }
      impl Show for &'static [u8] { fn show(&self) {} }
      impl Show for dyn Expected + '_ { fn show(&self) {} }
      impl Show for &dyn m::Other<T> { fn show(&self) {} }
      impl<T> Show for &&Inner<T> { fn show(&self) {} }
      impl Show for &(A, B) { fn show(&self) {} }
      const _: () = { impl Show for C {} };
    `,
    outline: `
      impl Formatter 1-1
        method Formatter.put 1-1
      impl [u8] 2-2
        method [u8].show 2-2
      impl Expected 3-3
        method Expected.show 3-3
      impl Other 4-4
        method Other.show 4-4
      impl Inner 5-5
        method Inner.show 5-5
      impl (A, B) 6-6
        method (A, B).show 6-6
      impl C 7-7
    `,
  },
  imports: {
    source: `
      use std::{fmt::{self, Display as D}, io::*, collections::HashMap};
      use crate::net as n;
      pub use self::x::Y;
      use super::*;
      use anyhow;
      extern crate serde as s;
      mod other;
    `,
    imports: `
      1: import std::fmt {* as fmt, Display as D}
      1: import std::io {*}
      1: import std::collections {HashMap}
      2: import crate {net as n}
      3: reexport self::x {Y}
      4: import super {*}
      5: import anyhow {* as anyhow}
      6: import serde {* as s}
      7: import self::other {* as other}
    `,
  },
  "an empty file": { source: "", outline: "", calls: "", imports: "" },
  "what stands behind a mistake is still found": {
    source: `
      fn first() {}
      struct Broken { x: , }
      fn second( {
      fn third() {}
    `,
    outline: `
      function first 1-1
      struct Broken 2-2
        field Broken.x 2-2
      function third 4-4
    `,
    diagnostics: "syntax_error",
  },
});
