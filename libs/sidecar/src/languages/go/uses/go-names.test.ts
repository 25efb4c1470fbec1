import { describe, expect, it } from "vitest";
import { usesOf } from "../../../call-graph/testing/uses-of.ts";

describe("names of packages of Go", () => {
  const tree = {
    "go.mod": "module x\n",
    "a/core/a.go": "package core\n\nconst Max = 3\n\ntype Field struct{}\n",
    "x.go": 'package x\n\nimport "x/a/core"\n\ntype Field = core.Field\n\nconst Max = core.Max\n',
    "use.go": "package x\n\nvar all []Field\n\nvar most = Max\n",
    "b/b.go":
      'package b\n\nimport (\n\t"x"\n\t"x/a/core"\n)\n\nvar one, two = []core.Field{}, ' +
      "[]x.Field{}\n\nvar three = x.Max\n",
  };

  it("are found in whichever folder, and are no other names of the same", async () => {
    expect(await usesOf(tree, "a/core/a.go", "Max")).toEqual(["x.go:7 module"]);
    expect(await usesOf(tree, "a/core/a.go", "Field")).toEqual(["x.go:5 module", "b/b.go:8 module"]);
    expect(await usesOf(tree, "x.go", "Field")).toEqual(["use.go:3 package", "b/b.go:8 module"]);
    expect(await usesOf(tree, "x.go", "Max")).toEqual(["use.go:5 package", "b/b.go:10 module"]);
  });

  it("are those that a file takes over with a dot, and none of what its own one calls so", async () => {
    const dotted = {
      "go.mod": "module x\n",
      "a/a.go": "package a\n\nconst Max, min = 3, 2\n\ntype Field struct{}\n",
      "b/b.go": 'package b\n\nimport . "x/a"\n\nvar most = Max\n',
      "c/c.go": 'package c\n\nimport "x/a"\n\ntype Field = a.Field\n\nvar one Field\n',
    };
    expect(await usesOf(dotted, "a/a.go", "Max")).toEqual(["b/b.go:5 import"]);
    expect(await usesOf(dotted, "a/a.go", "Field")).toEqual(["c/c.go:5 module"]);
  });

  it("are none where a block, a function without a name or a field has the name", async () => {
    const locals = {
      "go.mod": "module x\n",
      "a.go":
        "package a\n\nvar item, node = 1, 2\n\nfunc f() {\n\tprint(item)\n\tif item := 2; item > 1 " +
        "{\n\t\tprint(item)\n\t}\n\tprint(func() int {\n\t\tnode := 1\n\t\treturn node\n\t}, " +
        "node)\n\tt := struct{ item int }{}\n\tprint(t.item + item)\n}\n\nfunc g(item int) (node int) " +
        "{ return item + node }\n",
    };
    expect(await usesOf(locals, "a.go", "item")).toEqual(["a.go:6 scope", "a.go:15 scope"]);
    expect(await usesOf(locals, "a.go", "node")).toEqual(["a.go:13 scope"]);
  });

  it("are possible where several files declare one, of which a build takes one", async () => {
    const platforms = {
      "go.mod": "module x\n",
      "p/a_linux.go": "package p\n\nvar Name = 1\n",
      "p/a_windows.go": "package p\n\nvar Name = 2\n",
      "p/b.go": "package p\n\nvar own = Name\n",
      "q/q.go": 'package q\n\nimport "x/p"\n\nvar own = p.Name\n',
    };
    expect(await usesOf(platforms, "p/a_linux.go", "Name")).toEqual([
      "p/b.go:3 package possible",
      "q/q.go:5 module possible",
    ]);
  });
});

describe("fields of Go", () => {
  it("are keys of literals, by the type in front of the braces", async () => {
    const tree = {
      "go.mod": "module x\n",
      "a/a.go":
        "package a\n\ntype Point struct{ Max, min int }\n\ntype Points []Point\n\ntype Other " +
        "Point\n\nconst Max = 1\n",
      "a/b.go":
        "package a\n\nvar one = Point{Max: 1, min: Max}\n\nvar more = []*Point{{Max: 1}}\n\nvar some = " +
        "Points{{Max: 1}}\n\nvar byMax = map[int]string{Max: one}\n\nvar other = []struct{ Max int " +
        "}{{Max: 2}}\n\nvar defined = Other{Max: 2}\n",
      "b/b.go":
        'package b\n\nimport (\n\t"net/http"\n\t"x/a"\n)\n\nvar all = a.Point{Max: 3}\n\nvar lib = ' +
        "http.Server{Max: 1}\n",
    };
    expect(await usesOf(tree, "a/a.go", "Point.Max")).toEqual([
      "a/b.go:3 type",
      "a/b.go:5 type",
      "a/b.go:7 type",
      "a/b.go:13 type",
      "b/b.go:8 type",
    ]);
    expect(await usesOf(tree, "a/a.go", "Max")).toEqual(["a/b.go:3 package", "a/b.go:9 package"]);
  });

  it("are those of a struct without a name that is a field", async () => {
    const tree = {
      "go.mod": "module x\n",
      "a.go":
        "package x\n\ntype Config struct {\n\tCore struct {\n\t\tBare bool\n\t}\n}\n\nfunc f(c " +
        "*Config) bool { return c.Core.Bare }\n",
    };
    expect(await usesOf(tree, "a.go", "Config.Core.Bare")).toEqual(["a.go:9 type"]);
  });
});
