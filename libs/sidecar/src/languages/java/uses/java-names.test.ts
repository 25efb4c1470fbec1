import { describe, expect, it } from "vitest";
import { usesOf } from "../../../call-graph/testing/uses-of.ts";

describe("fields and constants of Java", () => {
  it("are no calls of a method of that name, where a field may have one", async () => {
    const tree = {
      "A.java":
        "class A {\n  int size;\n  int size() { return size; }\n  int twice() { return 2 * size() + " +
        "this.size(); }\n}\n",
    };
    expect(await usesOf(tree, "A.java", "A.size")).toEqual(["A.java:3 scope"]);
  });

  it("are what stands first in a block, or in a list between braces", async () => {
    const tree = {
      "A.java":
        "class A {\n  static final int MIN = 1;\n  int count;\n  int[] all = { MIN, MIN };\n  A() {\n  " +
        "  count = 1;\n  }\n}\n",
    };
    expect(await usesOf(tree, "A.java", "A.MIN")).toEqual(["A.java:4 scope", "A.java:4 scope"]);
    expect(await usesOf(tree, "A.java", "A.count")).toEqual(["A.java:6 scope"]);
  });

  it("are none where a block, a parameter or a lambda has the name", async () => {
    const tree = {
      "A.java":
        "class A {\n  int size;\n  int f() {\n    g(size);\n    if (size > 1) {\n      int size = 2;\n " +
        "     g(size);\n    }\n    h(size -> size + 1);\n    return size;\n  }\n  int size(int size) { " +
        "return this.size + size; }\n}\nclass B extends A {\n  Object o(int size) {\n    return new " +
        "A() {\n      int twice() { return 2 * size; }\n    };\n  }\n}\n",
    };
    // In an anonymous class, an inherited field takes precedence over the parameter.
    expect(await usesOf(tree, "A.java", "A.size")).toEqual([
      "A.java:4 scope",
      "A.java:5 scope",
      "A.java:10 scope",
      "A.java:12 type",
      "A.java:17 this",
    ]);
  });

  it("are fields of classes without a name", async () => {
    const tree = {
      "A.java":
        "class A {\n  Object f() {\n    return new Object() {\n      int count;\n      int next() { " +
        "return count++; }\n    };\n  }\n  int count;\n  int g() { return count; }\n}\n",
    };
    expect(await usesOf(tree, "A.java", "A.f.count")).toEqual(["A.java:5 scope"]);
    expect(await usesOf(tree, "A.java", "A.count")).toEqual(["A.java:9 scope"]);
  });

  it("are no types of the same name", async () => {
    const tree = {
      "A.java":
        "class Box<T> {}\nclass A {\n  static final Box<URL> URL = new Box<URL>();\n  URL read() { " +
        "return use(URL); }\n}\n",
    };
    expect(await usesOf(tree, "A.java", "A.URL")).toEqual(["A.java:4 scope"]);
  });

  it("are no methods of that name, and hide none of what is above", async () => {
    const tree = {
      "A.java": "class A {\n  int size;\n  private int own;\n}\n",
      "B.java":
        "class B extends A {\n  int size() { return map(B::size); }\n  int f(B b) { return b.size; }\n " +
        " Object g(int own) {\n    return new A() {\n      int h() { return own; }\n    };\n  }\n  " +
        "class C {\n    int h() { return B.this.size; }\n  }\n}\n",
    };
    expect(await usesOf(tree, "A.java", "A.size")).toEqual(["B.java:3 type", "B.java:10 type"]);
    expect(await usesOf(tree, "A.java", "A.own")).toEqual([]);
    const inside = {
      "A.java":
        "abstract class A {\n  private static final int MAX = 1;\n  static final A ONE = new A() {\n   " +
        " int h() { return MAX; }\n  };\n}\n",
    };
    expect(await usesOf(inside, "A.java", "A.MAX")).toEqual(["A.java:4 scope"]);
  });

  it("are values of an enumeration with a body, in a list of their own type", async () => {
    const tree = {
      "Kind.java":
        "enum Kind {\n  FILE {\n    int f() { return 1; }\n  },\n  FOLDER;\n  static final Kind[] ALL " +
        "= { FILE, FOLDER };\n}\n",
    };
    expect(await usesOf(tree, "Kind.java", "Kind.FILE")).toEqual(["Kind.java:6 scope"]);
    expect(await usesOf(tree, "Kind.java", "Kind.FOLDER")).toEqual(["Kind.java:6 scope"]);
  });

  it("are those of what is switched over", async () => {
    const tree = {
      "Kind.java": "enum Kind { FILE, FOLDER }\n",
      "Other.java": "enum Other { FILE }\n",
      "A.java":
        "class A {\n  static final int FILE = 1;\n  Other other() { return null; }\n  int f(Kind kind) " +
        "{\n    switch (kind) {\n      case FILE: return 1;\n    }\n    return switch (other()) {\n    " +
        "  case FILE -> 2;\n    };\n  }\n}\n",
    };
    expect(await usesOf(tree, "Kind.java", "Kind.FILE")).toEqual(["A.java:6 type"]);
    expect(await usesOf(tree, "Other.java", "Other.FILE")).toEqual(["A.java:9 type"]);
    expect(await usesOf(tree, "A.java", "A.FILE")).toEqual([]);
  });
});

describe("types of Java", () => {
  it("in front of the body of a class are those outside of it", async () => {
    const tree = {
      "p/Builder.java": "package p;\ninterface Builder<T> {}\n",
      "p/A.java":
        "package p;\nclass A implements Builder<A> {\n  Builder own;\n  static class Builder {}\n}\n",
    };
    expect(await usesOf(tree, "p/Builder.java", "Builder")).toEqual(["p/A.java:2 package"]);
    expect(await usesOf(tree, "p/A.java", "A.Builder")).toEqual(["p/A.java:3 scope"]);
  });

  it("are imported ones before those of the own package", async () => {
    const tree = {
      "p/Streams.java": "package p;\nclass Streams {}\n",
      "q/Streams.java": "package q;\npublic class Streams {}\n",
      "p/A.java": "package p;\nimport q.Streams;\nclass A { Streams all; }\n",
      "p/B.java": "package p;\nclass B { Streams all; }\n",
    };
    expect(await usesOf(tree, "p/Streams.java", "Streams")).toEqual(["p/B.java:2 package"]);
    expect(await usesOf(tree, "q/Streams.java", "Streams")).toEqual(["p/A.java:3 package"]);
  });
});
