/** Types that consist of several parts. */
import { describe, expect, test } from "vitest";
import { checkEdges, printEdges } from "../testing/check-edges.ts";

describe("each part has the members of the others", () => {
  checkEdges({
    "C#: parts of a partial class, and what they are derived from": {
      files: `
  //- A.cs
  namespace My.App;
  public partial class Part { public void A() { Hidden(); Above(); } }
  public class Plain { void Hidden() {} void Other() { new Part().B(); } }
  //- B.cs
  namespace My.App {
    public class Base { public void Above() {} }
    public partial class Part : Base { private void Hidden() {} public void B() { A(); } }
  }
  //- C.cs
  namespace Elsewhere;
  public partial class Part { private void Hidden() {} }
`,
      edges: `
        My.App.Part.A → My.App.Part.Hidden
        My.App.Part.A → My.App.Base.Above
        My.App.Plain.Other → My.App.Part@2
        My.App.Plain.Other → My.App.Part.B
        My.App.Part.B → My.App.Part.A
      `,
    },
    "Ruby: classes and modules that are opened again": {
      files: `
  //- a.rb
  module Rack
    class Gen
      def go; end
      def self.make; end
    end
  end
  //- b.rb
  module Rack
    class Gen
      def more; go; self.go; Gen.make; end
    end
    class Other
      def more; go; end
    end
  end
  class Rack::Gen
    def third; go; end
  end
`,
      edges: `
        Rack.Gen.more → Rack.Gen.go
        Rack.Gen.more → Rack.Gen.go
        Rack.Gen.more → Rack.Gen.make
        Rack.Gen.third → Rack.Gen.go
      `,
    },
    "Swift: what only extends a type of the library makes none of it; of overloads in several parts none is certain":
      {
        files: `
  //- a.swift
  extension String { func shout() {} }
  extension Data { init(text: String) {} }
  class Own { init(x: Int) {} }
  extension Own { convenience init() { self.init(x: 1) } }
  func run() {
    String(1)
    Data(text: "")
    Own()
  }
`,
        edges: `
        Own.init@4 → Own.init@3
        run → Data.init
        run → Own.init@4
      `,
      },
    "Swift: the only type of a name is the base of those in other files": {
      files: `
  //- a.swift
  class Base { func done(_ then: () -> Void) {} }
  class Twice { func both() {} }
  extension Base { func more() {} }
  //- b.swift
  class Twice { func both() {} }
  //- c.swift
  class Derived: Base { func run() { self.done { more() } } }
  class Other: Twice { func run() { self.both() } }
`,
      edges: `
        Derived.run → Base.done
        Derived.run → Base.more
      `,
    },
    "Swift: a parameter or a variable hides what the class has": {
      files: `
  //- a.swift
  class Base { func stream() {}; func url() -> Int { 1 } }
  //- b.swift
  class Derived: Base {
      func given(stream: @escaping () -> Void) { each { stream() } }
      func labelled(stream first: Int) { stream() }
      func behind(a: (Int, String), on stream: () -> Void = { }) { stream(); self.stream() }
      func held() {
          stream()
          let stream = { 1 }
          stream()
      }
      func closures() {
          each { stream in stream() }
          each { (url: Handler, other) -> Bool in url() }
      }
      func own() {
          let url = url()
          if let url = try url() {} else if let url = url() {}
      }
  }
`,
      edges: `
        Derived.labelled → Base.stream
        Derived.behind → Base.stream
        Derived.held → Base.stream
        Derived.own → Base.url
        Derived.own.<16> → Base.url
        Derived.own.<16>.<16> → Base.url
      `,
    },
    "Scala, Dart, Solidity: so it does": {
      files: `
  //- a.scala
  class Base { def recover(e: Int) = 1; def go() = 2 }
  //- b.scala
  class Derived extends Base {
    def redeem[A](ta: A)(recover: Int => A, map: A => A): A = recover(1)
    def held = {
      val go = () => 1
      go()
    }
    def matched(x: Any) = x match { case (go, _) => go() }
    def plain(ev: Base => Int) = { go(); Base() }
  }
  //- a.dart
  class Far { void start() {} void halt() {} }
  //- b.dart
  import 'a.dart';
  class Near extends Far {
    void one(int a, {required Map<int, int> b, Function? start}) { start(); halt(); }
  }
  //- a.sol
  contract Low { function open() public {} }
  contract High is Low { function one(function() external open) public { open(); } }
`,
      edges: `
        Near.one → Far.halt
        Derived.plain → Base.go
        Derived.plain → Base
      `,
    },
    "Zig: functions of the type that a function gives back": {
      files: `
  //- a.zig
  pub fn Parser(comptime T: type) type {
      return struct {
          pub fn next(parser: *@This()) !T {
              const x = try parser.normal();
              helper();
              return self.chaining(x);
          }
          fn normal(parser: *@This()) void { _ = parser; }
          fn chaining(self: *@This()) void { self.normal(); }
          fn helper() void {}
      };
  }
  fn top() void { normal(); _ = Parser(u8); }
`,
      edges: `
        Parser.<3>.next → Parser.<3>.normal name_match
        Parser.<3>.next → Parser.<3>.helper
        Parser.<3>.next → Parser.<3>.chaining
        Parser.<3>.chaining → Parser.<3>.normal
        top → Parser
      `,
    },
    "Swift: a type and its extensions": {
      files: `
  //- Foo+More.swift
  extension Foo {
      func gamma() { alpha(); self.delta() }
  }
  extension Foo {
      func delta() {}
  }
  //- Foo.swift
  class Foo {
      func alpha() { delta() }
  }
  class Bar { func alpha() {} }
  func make() { Foo() }
  //- Other.swift
  func other() { Foo() }
`,
      edges: `
        Foo.gamma → Foo.alpha
        Foo.gamma → Foo.delta
        Foo.alpha → Foo.delta
        make → Foo@1
        other → Foo@1
      `,
    },
  });
});

test("a class in as many files as a namespace has is derived from nothing, and still has its members", async () => {
  const parts = Array.from(
    { length: 60 },
    (_, at) =>
      `//- part${at}.rb\nmodule App\n  include Extra${at}\n  def self.f${at}; f${(at + 1) % 60}; end\nend\n`,
  );
  expect((await printEdges(parts.join(""))).split("\n")).toHaveLength(60);
});
