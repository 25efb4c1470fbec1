import { describe, expect, it } from "vitest";
import { usesOf } from "../testing/uses-of.ts";

const LIMITS =
  "export const LIMITS = { max: 1 };\nexport interface Shape { side: number }\nexport enum Colour { " +
  "Red }\nexport type Either = Shape | null;\nconst own = LIMITS;\n";

describe("uses of variables and types", () => {
  it("follow imports, other names of them and re-exports", async () => {
    const tree = {
      "a.ts": LIMITS,
      "index.ts": 'export * from "./a";\nexport { LIMITS as BOUNDS } from "./a";\n',
      "b.ts":
        'import { LIMITS, type Shape } from "./index";\nfunction f(shape: Shape) {\n  return ' +
        "LIMITS.max;\n}\n",
      "c.ts": 'import * as all from "./a";\nall.LIMITS;\n',
    };
    expect(await usesOf(tree, "a.ts", "LIMITS")).toEqual([
      "a.ts:5 scope",
      "index.ts:2 import",
      "b.ts:1 import",
      "b.ts:3 import",
      "c.ts:2 module",
    ]);
    expect(await usesOf(tree, "a.ts", "Shape")).toEqual(["a.ts:4 scope", "b.ts:1 import", "b.ts:2 import"]);
  });

  it("are none where the name is another's: a local variable, a parameter, a library's, a key", async () => {
    const tree = {
      "a.ts": LIMITS,
      "b.ts": 'import { LIMITS } from "library";\nLIMITS;\n',
      "c.ts":
        "function f(LIMITS: number) {\n  return LIMITS;\n}\nfunction g() {\n  const LIMITS = 1;\n  " +
        "return LIMITS;\n}\nf({ LIMITS: 1 });\n",
    };
    expect(await usesOf(tree, "a.ts", "LIMITS")).toEqual(["a.ts:5 scope"]);
  });

  it.each([
    [
      "Python",
      {
        "pkg/a.py": "MAX = 3\n",
        "pkg/b.py": "from .a import MAX as most\nfrom . import a\nprint(most)\n",
        "pkg/c.py": "from .a import *\ndef f():\n    return {MAX: MAX}\n",
        "pkg/d.py": "from . import a\nprint(a.MAX)\n",
      },
      "pkg/a.py",
      "MAX",
      [
        "pkg/b.py:1 import",
        "pkg/b.py:1 import",
        "pkg/b.py:3 import",
        "pkg/c.py:3 import",
        "pkg/c.py:3 import",
        "pkg/d.py:2 module",
      ],
    ],
    [
      "Go",
      {
        "go.mod": "module x\n",
        "a/a.go": "package a\n\nconst Max = 3\n\ntype Shape struct{ Side int }\n",
        "a/b.go": "package a\n\nfunc f(s Shape) int { return Max }\n",
        "b/b.go": 'package b\n\nimport "x/a"\n\nvar all = a.Max\n',
      },
      "a/a.go",
      "Max",
      ["a/b.go:3 package", "b/b.go:5 module"],
    ],
    [
      "Rust",
      {
        "src/lib.rs": "mod a;\nuse crate::a::{MAX, Shape};\nfn f(s: Shape) -> u32 {\n    MAX\n}\n",
        "src/a.rs": "pub const MAX: u32 = 3;\npub struct Shape { side: u32 }\n",
      },
      "src/a.rs",
      "MAX",
      ["src/lib.rs:2 import", "src/lib.rs:4 import"],
    ],
    [
      "C",
      {
        "a.h": "enum mode { FAST, SLOW };\nstruct box { int side; };\n",
        "a.c": '#include "a.h"\nint f(int mode) { return mode & FAST; }\n',
      },
      "a.h",
      "mode.FAST",
      ["a.c:2 import"],
    ],
  ] as const)("%s", async (_, tree, file, label, expected) => {
    expect(await usesOf(tree, file, label)).toEqual(expected);
  });
});

describe("paths of Rust", () => {
  it("begin at the crate, at the module around, or at a module that a variable is called like", async () => {
    const tree = {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs": "mod shapes;\nmod all;\n",
      "src/shapes.rs": "pub struct Shape;\npub const MAX: u8 = 1;\n",
      "src/all.rs":
        "use crate::shapes;\nfn f(shapes: u8) -> shapes::Shape { crate::shapes::Shape }\nmod inner {\n " +
        "   fn g() -> u8 { super::super::shapes::MAX + super::shapes::MAX }\n}\n",
    };
    expect(await usesOf(tree, "src/shapes.rs", "Shape")).toEqual([
      "src/all.rs:2 module",
      "src/all.rs:2 module",
    ]);
    expect(await usesOf(tree, "src/shapes.rs", "MAX")).toEqual([
      "src/all.rs:4 module",
      "src/all.rs:4 module",
    ]);
  });

  it("do not mean what another file imports under another name", async () => {
    const tree = {
      "src/lib.rs": "mod a;\nuse a::Result as Own;\nfn f() -> Result<u8, Own> {}\n",
      "src/a.rs": "pub type Result = u8;\n",
    };
    expect(await usesOf(tree, "src/a.rs", "Result")).toEqual([
      "src/lib.rs:2 module",
      "src/lib.rs:2 import",
      "src/lib.rs:3 import",
    ]);
  });
});

describe("types that something else holds", () => {
  it("are possible under a name of their own", async () => {
    const tree = {
      "a.py": "class Shape:\n    pass\n",
      "b.py":
        "from a import Shape\ndef make():\n    return Shape\ndef f():\n    Shape = make()\n    return " +
        "Shape()\n",
    };
    expect(await usesOf(tree, "a.py", "Shape")).toEqual([
      "b.py:1 import",
      "b.py:3 import",
      "b.py:5 import possible",
      "b.py:6 import possible",
    ]);
    const crate = {
      "Cargo.toml": '[package]\nname = "x"\n',
      "src/lib.rs": "pub mod error;\npub mod all;\npub type Error = error::Error<u8>;\n",
      "src/error.rs": "pub struct Error<T>(T);\n",
      "src/all.rs": "fn f(error: crate::Error) {}\nfn g(error: crate::error::Error<u8>) {}\n",
    };
    expect(await usesOf(crate, "src/error.rs", "Error")).toEqual([
      "src/lib.rs:3 module",
      "src/all.rs:1 module possible",
      "src/all.rs:2 module",
    ]);
  });
});

describe("names of Python that are bound twice", () => {
  it("variables for types are those of the module, which each function that is written with them has too", async () => {
    const tree = {
      "a.py":
        'from typing import TypeVar\nT = TypeVar("T")\ndef first(items: list[T]) -> T:\n    return ' +
        "items[0]\ndef other[T: int](item: T) -> T: ...\n",
    };
    expect(await usesOf(tree, "a.py", "T")).toEqual(["a.py:3 scope", "a.py:3 scope"]);
  });

  it("what stands in for a library that is not there is used where the library would be", async () => {
    const tree = {
      "a.py":
        "try:\n    import fast\nexcept ImportError:\n    fast = None\ndef f():\n    return fast is None\n",
      "b.py": "try:\n    from faster import run\nexcept ImportError:\n    from a import fast as run\nrun\n",
    };
    expect(await usesOf(tree, "a.py", "fast")).toEqual([
      "a.py:2 scope",
      "a.py:6 scope",
      "b.py:4 import",
      "b.py:2 import",
      "b.py:4 import",
      "b.py:5 import",
    ]);
  });

  it("a module gives to others what it takes from all of another", async () => {
    const tree = {
      "pkg/__init__.py": "from .a import *\n",
      "pkg/a.py": "MAX = 3\n",
      "b.py": "import pkg\nfrom pkg import MAX\nprint(pkg.MAX, MAX)\n",
    };
    expect(await usesOf(tree, "pkg/a.py", "MAX")).toEqual([
      "b.py:2 import",
      "b.py:3 module",
      "b.py:3 import",
    ]);
  });
});

describe("types that a condition takes one of", () => {
  it("are possible, each of them", async () => {
    const tree = {
      "a.py":
        "if TYPE_CHECKING:\n    class Shape(Protocol): ...\nelse:\n    class Shape: ...\ndef f(shape: " +
        "Shape): ...\n",
    };
    expect(await usesOf(tree, "a.py", "Shape")).toEqual(["a.py:5 scope possible"]);
    expect(
      await usesOf(
        { "a.rs": "#[cfg(unix)]\nstruct Shape;\n#[cfg(windows)]\nstruct Shape;\nfn f(shape: Shape) {}\n" },
        "a.rs",
        "Shape",
      ),
    ).toEqual(["a.rs:5 scope possible"]);
    const constants =
      "struct A;\nimpl A {\n    #[cfg(unix)]\n    const MAX: u8 = 1;\n    #[cfg(windows)]\n    const " +
      "MAX: u8 = 2;\n    const MIN: u8 = Self::MAX + Self::MIN;\n}\n";
    expect(await usesOf({ "a.rs": constants }, "a.rs", "A.MAX")).toEqual(["a.rs:7 type possible"]);
    expect(await usesOf({ "a.rs": constants }, "a.rs", "A.MIN")).toEqual(["a.rs:7 type"]);
  });
});

describe("types of Python in quotes", () => {
  it("are used where an annotation is expected", async () => {
    const tree = {
      "a.py":
        "class Shape:\n    def of(self, other: 'Shape') -> \"list[Shape]\":\n        raise " +
        "Error('Shape')\nboth: Union['Shape', None] = {'Shape': 'Shape'}\n",
      "b.py": "import a\ndef f(shape: 'a.Shape', name='Shape'): ...\n",
    };
    expect(await usesOf(tree, "a.py", "Shape")).toEqual([
      "a.py:2 scope",
      "a.py:2 scope",
      "a.py:4 scope",
      "b.py:2 module",
    ]);
  });
});

describe("uses of members", () => {
  it("follow the type of the object", async () => {
    const tree = {
      "a.ts": LIMITS,
      "b.ts":
        'import type { Shape } from "./a";\nclass Square implements Shape {\n  constructor(readonly ' +
        "side: number) {}\n  area() { return this.side; }\n}\nconst of = (shape: Shape, other: Square, " +
        "any) => shape.side + other.side + any.side;\nconst literal: Shape = { side: 1 };\n",
    };
    expect(await usesOf(tree, "a.ts", "Shape.side")).toEqual(["b.ts:6 type", "b.ts:6?", "b.ts:7 type"]);
    expect(await usesOf(tree, "b.ts", "Square.side")).toEqual(["b.ts:4 type", "b.ts:6 type", "b.ts:6?"]);
  });

  it("are arguments of what makes the object, in Python, where it has no parameter of that name", async () => {
    const tree = {
      "a.py":
        "@dataclass\nclass Shape:\n    side: int = 0\nclass Round(Shape):\n    pass\nclass " +
        "Own(Shape):\n    def __init__(self, side): ...\nclass Any(Shape):\n    def __init__(self, " +
        "**given): ...\ndef draw(side=1): ...\n",
      "b.py":
        "import a\na.Shape(side=1)\na.Round(\n    # So that it is far away: " +
        "x".repeat(400) +
        "\n    side=1)\na.Own(side=1)\na.Any(side=1)\na.draw(side=1)\nunknown(side=1)\ndef f(x, " +
        "side=a):\n    return side\n",
    };
    expect(await usesOf(tree, "a.py", "Shape.side")).toEqual(["b.py:2 type", "b.py:5 type", "b.py:7 type"]);
    expect(await usesOf({ ...tree, "c.py": "side = 1\na.Shape(side=side)\n" }, "c.py", "side")).toEqual([
      "c.py:2 scope",
    ]);
  });

  it("are fields of literals and patterns of Rust, by the type in front of them", async () => {
    const tree = {
      "a.rs":
        "struct Shape { side: u32 }\nstruct Other { side: u32 }\nfn make(side: u32) -> Shape {\n    " +
        "Shape { side }\n}\nfn of(shape: Shape) -> u32 {\n    let Shape { side } = shape;\n    let " +
        "other = Other { side: 1 };\n    Shape { side: other.side }.side\n}\nfn plain(side: u32) -> " +
        "u32 { side }\n",
    };
    expect(await usesOf(tree, "a.rs", "Shape.side")).toEqual([
      "a.rs:4 type",
      "a.rs:7 type",
      "a.rs:9 type",
      "a.rs:9?",
    ]);
  });

  it("are what methods and paths of Rust are not: those have a namespace of their own", async () => {
    const tree = {
      "a.rs":
        "struct Shape { side: u32 }\nimpl Shape {\n    fn side() -> u32 { 1 }\n    fn of(&self) -> u32 " +
        "{\n        self.side() + Shape::side() + !self.side\n    }\n    fn to(&self) {\n        for " +
        "at in 0..self.side {}\n    }\n}\n",
    };
    expect(await usesOf(tree, "a.rs", "Shape.side")).toEqual(["a.rs:5 type", "a.rs:8 type"]);
  });

  it("are of what a call gives, a part of a tuple is, and a pointer of Rust leads on to", async () => {
    const tree = {
      "a.rs":
        "struct Shape { side: u32 }\nstruct Held(Shape);\nimpl Deref for Held {\n    type Target = " +
        "Shape;\n    fn deref(&self) -> &Shape { &self.0 }\n}\nfn make(of: u32) -> Shape { Shape { " +
        "side: of } }\nfn f(held: &Held) -> u32 {\n    make(g(1)).side + held.0.side + held.side\n}\n",
    };
    expect(await usesOf(tree, "a.rs", "Shape.side")).toEqual([
      "a.rs:7 type",
      "a.rs:9 type",
      "a.rs:9 type",
      "a.rs:9 type",
    ]);
  });

  it("are in Rust what the block around them says, for one trait of several", async () => {
    const block = (trait: string): string =>
      `impl ${trait} for Shape {\n    type Item = u8;\n    fn run(&self) -> Self::Item { 1 }\n}\n`;
    const tree = {
      "a.rs": `struct Shape;\n${block("Read")}${block("Write")}fn f<T: Read<Item = u8>>() {}\n`,
    };
    expect(await usesOf(tree, "a.rs", "Shape.Item")).toEqual(["a.rs:4 type", "a.rs:10?"]);
  });

  it("are not known where two variables of a function have the name of the object", async () => {
    const tree = {
      "a.rs":
        "struct Left { side: u32 }\nstruct Right { side: u32 }\nfn f(either: Either) -> u32 {\n    " +
        "match either {\n        Either::Left(entry) => { let entry: Left = entry; entry.side }\n      " +
        "  Either::Right(entry) => { let entry: Right = entry; entry.side }\n    }\n}\n",
    };
    expect(await usesOf(tree, "a.rs", "Left.side")).toEqual(["a.rs:5 type possible", "a.rs:6 type possible"]);
  });

  it("are possible where the object may be of several types", async () => {
    const tree = {
      "a.ts":
        "interface Left { side: number }\ninterface Right { side: number }\nfunction f(either: Left | " +
        "Right) {\n  return either.side;\n}\n",
    };
    expect(await usesOf(tree, "a.ts", "Left.side")).toEqual(["a.ts:4 type possible"]);
  });

  it("are values of enumerations, and constants of types", async () => {
    expect(
      await usesOf(
        { "a.ts": LIMITS, "b.ts": 'import { Colour } from "./a";\nColour.Red;\n' },
        "a.ts",
        "Colour.Red",
      ),
    ).toEqual(["b.ts:2 class"]);
    expect(
      await usesOf(
        {
          "A.java":
            "class A {\n  static final int MAX = 3;\n  int f() { return MAX; }\n}\nclass B extends A " +
            "{\n  int g() { return MAX + A.MAX; }\n}\n",
        },
        "A.java",
        "A.MAX",
      ),
    ).toEqual(["A.java:3 scope", "A.java:6 this", "A.java:6 class"]);
    expect(
      await usesOf(
        {
          "a.rs":
            "struct A(u8);\nimpl A {\n    const MAX: u8 = 3;\n    fn f(&self) -> u8 {\n        " +
            "Self::MAX\n    }\n}\nfn g() -> u8 {\n    A::MAX\n}\n",
        },
        "a.rs",
        "A.MAX",
      ),
    ).toEqual(["a.rs:5 type", "a.rs:9 class"]);
  });

  it("follow calls, indexes and casts in front of them", async () => {
    const java = {
      "A.java": "class A {\n  int size;\n  A next() { return this; }\n  A[] all;\n}\n",
      "B.java":
        "class B {\n  int f(A a, Object any) {\n    return a.next().size + a\n      .next().next()\n   " +
        "   .size;\n  }\n  int g(A a, Object any) {\n    return ((A) any).size + a.all[0].size + new " +
        "A().size;\n  }\n  int h(Object any) {\n    return ((B) any).size + any.get().size;\n  }\n}\n",
    };
    expect(await usesOf(java, "A.java", "A.size")).toEqual([
      "B.java:3 type",
      "B.java:5 type",
      "B.java:8 type",
      "B.java:8 type",
      "B.java:8 type",
    ]);
    const go = {
      "go.mod": "module x\n",
      "a.go": "package x\n\ntype A struct{ size int }\n\ntype All []*A\n\nfunc first() *A { return nil }\n",
      "b.go":
        "package x\n\nfunc f(all All, many map[string]A, any interface{}) {\n\tprint(first().size, " +
        "all[0].size, many[key].size, any.(*A).size)\n\tfor _, one := range all " +
        "{\n\t\tprint(one.size)\n\t}\n\tif one := first(); one != nil {\n\t\tfunc() { print(one.size) " +
        "}()\n\t}\n}\n",
    };
    expect(await usesOf(go, "a.go", "A.size")).toEqual([
      "b.go:4 type",
      "b.go:4 type",
      "b.go:4 type",
      "b.go:4 type",
      "b.go:6 type",
      "b.go:9 type",
    ]);
  });

  it("are taken out of objects, under their own or another name", async () => {
    const lines = [
      "interface Shape { side: number; inner: { side: number }; list: Shape[] }",
      "function one({ side, ...rest }: Shape, any) {",
      "  const { side: other = 1 } = rest;",
      "  const { list: [{ side: first }] } = rest;",
      "  for (const { side: each } of rest.list) other + each + first;",
      "  const { side: unknown } = any; const { side: own } = rest, { side: own } = any;",
      "  ({ side: other } = rest);",
      "  return side;",
      "}",
      "const all = (shapes: Shape[]) => shapes.map(({ side }) => side);",
      "const two = ({ side = 1 }: Shape): number => side;",
      "declare function make(): Shape; const { side: made } = make(), { inner: { side: deep } } = make();",
      "function three(shape: Shape) { const { inner: { side } } = shape; return side; }",
    ];
    expect(await usesOf({ "a.ts": lines.join("\n") }, "a.ts", "Shape.side")).toEqual([
      "a.ts:2 type",
      "a.ts:3 type",
      "a.ts:4 type",
      "a.ts:5 type",
      "a.ts:6?",
      "a.ts:6 type possible",
      "a.ts:6 type possible",
      "a.ts:7 type",
      "a.ts:10 type",
      "a.ts:11 type",
      "a.ts:12 type",
    ]);
  });

  it(
    "are put into objects whose type is declared where they stand, and may be where their variable is " +
      "given to one",
    async () => {
      const lines = [
        "interface Shape { side: number; to?: Shape; list?: readonly Shape[] }",
        "interface Line { side: number; ends: number }",
        "const one: Shape = { side: 1, to: { side: 2 }, list: [{ 'side': 3, side }] };",
        "const draw = (shape: Shape | Line, options: Partial<Shape> = {}) => shape;",
        "draw({ side: 1, list: [] });",
        "draw({ side: 1, ends: 2 });",
        "const held = { side: 1, list: [] };",
        "draw(held);",
        "const make = async (side: number): Promise<Shape> => ({ side });",
        "const unknown = { side: 1 };",
        "function block() { side = 1; return { ...one, ['side']: 2, side: 1 }; }",
      ];
      expect(await usesOf({ "a.ts": lines.join("\n") }, "a.ts", "Shape.side")).toEqual([
        "a.ts:3 type",
        "a.ts:3 type",
        "a.ts:3 type",
        "a.ts:5 type",
        "a.ts:7 type possible",
        "a.ts:9 type",
        "a.ts:10?",
        "a.ts:11?",
        "a.ts:11?",
      ]);
      expect(await usesOf({ "a.ts": lines.join("\n") }, "a.ts", "Line.side")).toEqual([
        "a.ts:6 type",
        "a.ts:10?",
        "a.ts:11?",
        "a.ts:11?",
      ]);
    },
  );

  it("are properties of types without a name", async () => {
    const tree = {
      "a.ts":
        'type Found = { kind: "file"; size: number } | { kind: "folder" };\nconst of = (found: Found, ' +
        "any) => found.size + any.size;\nconst kind = (found: Found) => found.kind;\n",
    };
    expect(await usesOf(tree, "a.ts", "Found.size")).toEqual(["a.ts:2 type possible", "a.ts:2?"]);
    expect(await usesOf(tree, "a.ts", "Found.kind")).toEqual(["a.ts:3 type possible"]);
  });
});
