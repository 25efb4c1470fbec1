/**
 * Functions that run when a member is read or stored into. Lines distinguish getters and setters of one name.
 */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("python", () => {
  checkEdges({
    "properties run where they are read and stored into, whatever stands around": {
      files: `
        //- temp.py
        from functools import cached_property
        def check(value): return value
        class Temp:
            def __init__(self):
                self.raw = 1
            @property
            def now(self): return self.raw
            @now.setter
            def now(self, value): self.raw = check(value)
            @cached_property
            def later(self): return self.now
        //- main.py
        from temp import Temp
        def run(t: Temp, other):
            t.now = 3
            if not t.now and t.now > 3 or t.raw: pass
            return f"{t.now:>3} t.later {{t.later}}", "t.now", [t.later], {"now": t.later}, t.now.bit_length()
        def unknown(t):
            t.now = t.now
      `,
      edges: `
        run → Temp.now@9
        run → Temp.now@7
        run → Temp.now@7
        run → Temp.now@7
        run → Temp.later
        run → Temp.later
        run → Temp.now@7
        Temp.now@9 → check
        Temp.later → Temp.now@7
      `,
    },
    "those of classes above, of classes below, and of the class itself": {
      files: `
        //- a.py
        class Base:
            @property
            def size(self): return 1
            def both(self): return self.size, self.kind
        class Sub(Base):
            @property
            def size(self): return super().size + 1
            @property
            def kind(self): return 2
        class Other(Base):
            kind = 3
        def run(): return Sub().size, Other().size, Other().kind
      `,
      edges: `
        Base.both → Base.size, Sub.size possible
        Base.both → Sub.kind possible
        Sub.size → Base.size
        run → Sub
        run → Sub.size
        run → Other
        run → Base.size, Sub.size possible
        run → Other
      `,
    },
  });
});

describe("what a property gives is called, and it is stored into below", () => {
  checkEdges({
    python: {
      files: `
        //- a.py
        def pick(): pass
        class Base:
            @property
            def maker(self): return pick
            @maker.setter
            def maker(self, value): pick()
        class Sub(Base):
            def __init__(self):
                self.maker = None
            def run(self):
                if self.maker is None: return
                self.maker()
      `,
      edges: `
        Base.maker@6 → pick
        Sub.__init__ → Base.maker@6
        Sub.run → Base.maker@4
        Sub.run → pick, Base.maker@4
      `,
    },
  });
});

describe("javascript and typescript", () => {
  checkEdges({
    "getters and setters of classes and objects": {
      files: `
        //- box.ts
        export class Box {
          static get made() { return 1; }
          get size() { return this.inner; }
          set size(value: number) { this.inner = value; }
          private inner = 0;
          grow() { this.size = this.size + 1; this.size++; }
        }
        export const clock = { get now() { return Date.now(); } };
        //- main.ts
        import { Box, clock } from "./box";
        export function run(box: Box, maybe?: Box) {
          const { size, size: other = 2 } = box;
          box.size = clock.now + Box.made;
          return maybe?.size ?? box["size"] ?? \`\${box.size}\`;
        }
      `,
      edges: `
        Box.grow → Box.size@4
        Box.grow → Box.size@3
        Box.grow → Box.size@3
        run → Box.size@3
        run → Box.size@3
        run → Box.size@4
        run → now
        run → Box.made
        run → Box.size@3
        run → Box.size@3
      `,
    },
    "a member that an interface declares may be a getter of whoever implements it": {
      files: `
        //- a.ts
        interface Sized { readonly size: number }
        class Full implements Sized { get size() { return 3; } }
        class Plain implements Sized { size = 2; }
        abstract class Named { abstract get name(): string }
        class Ann extends Named { get name() { return "ann"; } }
        function run(s: Sized, n: Named) { return s.size + n.name; }
      `,
      edges: `
        run → Full.size possible
        run → Named.name, Ann.name possible
      `,
    },
    "what a getter gives is called, and fields run nothing": {
      files: `
        //- a.ts
        class Conn { send() {} }
        class Server { private made = new Conn(); get conn(): Conn { return this.made; } }
        function run(s: Server) { s.conn.send(); s.made.send(); }
      `,
      edges: `
        a.ts → Conn
        run → Server.conn
        run → Conn.send
        run → Conn.send
      `,
    },
  });
});

describe("c#", () => {
  checkEdges({
    "accessors with a body, also by their names alone": {
      files: `
        //- Box.cs
        class Base {
          protected virtual int Size => 1;
          public int Plain { get; set; }
        }
        class Box : Base {
          int raw;
          protected override int Size => base.Size + Total;
          public int Total {
            get { return raw; }
            set { raw = Check(value); }
          }
          int Check(int value) => value;
          bool Is(Box other) => other is { Total: > 3, Plain: 1 };
          void Run(Box other, int Size) { Total = Size; other.Total += other?.Total ?? this.Size; Plain = other.Plain; }
        }
      `,
      edges: `
        Box.Size → Base.Size
        Box.Size → Box.Total@9
        Box.Total@10 → Box.Check
        Box.Is → Box.Total@9
        Box.Run → Box.Total@10
        Box.Run → Box.Total@9
        Box.Run → Box.Total@9
        Box.Run → Box.Size
      `,
    },
  });
});

describe("kotlin", () => {
  checkEdges({
    "properties of classes, of files, and extensions": {
      files: `
        //- a.kt
        open class Shape(val w: Int) {
          open val area: Int
            get() = w
          var name: String = ""
            set(value) { field = check(value) }
          fun check(value: String) = value
          fun show(w: Int) { println(area + w); name = "x" }
        }
        class Square : Shape(3) {
          override val area: Int
            get() = 9
          fun hide(area: Int) = area
        }
        val String.shout: String
          get() = uppercase()
        val top: Int
          get() = 3
        fun run(s: Shape) { s.name = "y"; println(s.area + "a".shout.length + top + s.w) }
      `,
      edges: `
        Shape.name → Shape.check
        Shape.show → Shape.area, Square.area possible
        Shape.show → Shape.name
        a.kt → Shape.Shape
        run → Shape.name
        run → Shape.area, Square.area possible
        run → shout
        run → top
      `,
    },
  });
});

describe("languages that are read by name", () => {
  checkEdges({
    "swift: properties with code, of the type, its protocols and extensions; stored ones run nothing": {
      files: `
        //- Box.swift
        protocol Sized { var size: Int { get } }
        class Box: Sized {
          var items: [Int] = [] { didSet { changed() } }
          var size: Int { items.count }
          var total: Int {
            get { return size }
            set { store(newValue) }
          }
          lazy var made: Int = { 3 }()
          func changed() {}
          func store(_ value: Int) { total = made }
          func hide(size: Int) { let big = size; print(big, items) }
        }
        extension Box { var big: Bool { size > 3 } }
        func run(box: Box, sized: Sized) { box.total = sized.size; if box.big { print(box.items, .size) } }
      `,
      edges: `
        Box.items → Box.changed
        Box.total → Box.size
        Box.total → Box.store
        Box.store → Box.total
        Box.big → Box.size
        run → Box.total
        run → Sized.size, Box.size possible
        run → Box.big
      `,
    },
    "dart: getters and setters, also in texts and of extensions": {
      files: `
        //- box.dart
        class Box {
          final List<int> items = [];
          int get size => items.length;
          set total(int value) { store(value); }
          int get total => size; // never a set total
          void store(int value) {}
          void run(Box other, {int size = 3}) { total = other.size; print('\${other.total} $total'); go(size: size); }
        }
        extension Big on Box { bool get big => size > 3; }
        void go(Box box) { if (box.big) print(box.items); }
      `,
      edges: `
        Box.total@4 → Box.store
        Box.total@5 → Box.size
        Box.run → Box.total@4
        Box.run → Box.size
        Box.run → Box.total@5
        Box.run → Box.total@5
        Box.run → go
        Box.big → Box.size
        go → Box.big
      `,
    },
    "scala: methods that are called without brackets": {
      files: `
        //- q.scala
        package q
        class Box(val items: List[Int]) {
          def size = items.length
          def total: Int = size
          def add(n: Int): Int = n + total
        }
        object Main {
          def make = new Box(Nil)
          def run(b: Box, size: Int) = { val x = b.size; make.total + b.add(size) }
        }
      `,
      edges: `
        Box.total → Box.size
        Box.add → Box.total
        Main.make → Box
        Main.run.<9> → Box.size
        Main.run.<9> → Main.make
        Main.run.<9> → Box.total
        Main.run.<9> → Box.add
      `,
    },
  });
});
