import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/store.zig", {
  "containers and their members": {
    source: `
      //! A module.
      const std = @import("std");
      /// A place.
      pub const Point = struct {
          x: f32 = 0,
          y: ?*const Other,
          const Self = @This();
          pub const zero = Point{ .x = 0 };
          var count: u32 = 0;
          /// Makes one.
          pub fn init(a: std.mem.Allocator, comptime T: type) !Self {
              const local = 1;
              return Self{ .x = 1 };
          }
      };
      const Color = enum(u8) {
          red,
          green = 2,
          fn next(color: Color) Color {}
      };
      const Value = union(enum) { whole: u32, none, both: struct { deep: i32 } };
      const Failed = error{ Missing, Denied };
      const Handle = opaque { fn close() void {} };
      pub fn List(comptime T: type) type {
          return struct {
              items: []T,
              pub fn push(self: *@This(), x: T) void {}
          };
      }
    `,
    outline: `
      struct Point 4-15
        field Point.x 5-5
        field Point.y 6-6
        constant Point.zero 8-8
        field Point.count 9-9
        method Point.init 11-14
      enum Color 16-20
        enum_member Color.red 17-17
        enum_member Color.green 18-18
        method Color.next 19-19
      struct Value 21-21
        field Value.whole 21-21
        field Value.none 21-21
        field Value.both 21-21
          field Value.both.deep 21-21
      enum Failed 22-22
        enum_member Failed.Missing 22-22
        enum_member Failed.Denied 22-22
      struct Handle 23-23
        method Handle.close 23-23
      function List 24-29
        field List.items 26-26
        function List.push 27-27
    `,
    signatures: `
      Point | pub const Point = struct
      Point.x | x: f32 = 0
      Point.y | y: ?*const Other
      Point.zero | pub const zero = Point{ .x = 0 }
      Point.count | var count: u32 = 0
      Point.init | pub fn init(a: std.mem.Allocator, comptime T: type) !Self
      Color | const Color = enum(u8)
      Color.green | green = 2
      Color.next | fn next(color: Color) Color
      Value | const Value = union(enum)
      Value.whole | whole: u32
      Value.both | both: struct { deep: i32 }
      Value.both.deep | deep: i32
      Failed | const Failed = error
      Handle | const Handle = opaque
      Handle.close | fn close() void
      List | pub fn List(comptime T: type) type
      List.items | items: []T
      List.push | pub fn push(self: *@This(), x: T) void
    `,
    docs: `
      Point | A place.
      Point.init | Makes one.
    `,
    references: `
      6: type Other
      8: type Point
      11: type Allocator
      11: type Self
      13: type Self
      19: type Color
      19: type Color
      26: type T
      27: type T
    `,
  },
  "functions, variables and tests": {
    source: `
      const limit: u32 = 5;
      pub var total: u32 = 3;
      threadlocal var depth: u8 = 1;
      extern fn outside(x: c_int) c_int;
      export fn inside() void {
          const Local = struct {
              fn nested() void {}
          };
      }
      test "opens a file" {}
      test Point {}
    `,
    outline: `
      constant limit 1-1
      variable total 2-2
      variable depth 3-3
      function outside 4-4
      function inside 5-9
        struct inside.Local 6-8
          method inside.Local.nested 7-7
      function opens a file 10-10
      function Point 11-11
    `,
    signatures: `
      limit | const limit: u32 = 5
      total | pub var total: u32 = 3
      depth | threadlocal var depth: u8 = 1
      outside | extern fn outside(x: c_int) c_int
      inside | export fn inside() void
      inside.Local | const Local = struct
      inside.Local.nested | fn nested() void
      opens a file | test "opens a file"
      Point | test Point
    `,
  },
  calls: {
    source: `
      pub fn main() !void {
          open(1, 2);
          var list = std.ArrayList(u8).init(a);
          defer list.deinit();
          try self.store.put(3) catch unreachable;
          _ = @intCast(inner());
      }
    `,
    calls: `
      2: open in main
      3: std . ArrayList in main
      3: std.ArrayList(u8) . init in main
      4: list . deinit in main
      5: self.store . put in main
      6: inner in main
    `,
  },
  imports: {
    source: `
      const std = @import("std");
      const mem = std.mem;
      const Store = @import("net/store.zig").Store;
      usingnamespace @import("all.zig");
      test {
          _ = @import("other.zig");
      }
    `,
    imports: `
      1: import std {* as std}
      3: import net/store.zig {Store}
      4: import all.zig {*}
      6: import other.zig {* as _}
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      fn first() void {}
      const x = = 3;
      fn second() void {}
    `,
    outline: `
      function first 1-1
      constant x 2-2
      function second 3-3
    `,
    diagnostics: "syntax_error",
  },
});
