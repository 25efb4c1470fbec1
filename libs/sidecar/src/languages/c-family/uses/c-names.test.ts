import { describe, expect, it } from "vitest";
import { usesOf } from "../../../call-graph/testing/uses-of.ts";

describe("uses in C and C++", () => {
  const store = {
    "store.h":
      "#define LIMIT 3\nextern int opened;\nstruct store { int size; };\ntypedef struct store " +
      "store_t;\nenum { FAST = 1, SLOW };\ntypedef struct line line;\n",
    "all.h": '#include "store.h"\n',
    "store.c": '#include "store.h"\nint opened = 0;\nstruct line { int length; };\n',
    "a.c":
      '#include "all.h"\nint f(store_t *given) {\n  struct store *store = given;\n  return opened + ' +
      "FAST + LIMIT + store->size;\n}\nline *g(void);\n",
    "b.c": "int f(int opened, int LIMIT) {\n  return opened + LIMIT;\n}\n",
  };

  it.each([
    ["a macro", "store.h", "LIMIT", ["a.c:4 import", "b.c:1?", "b.c:2?"]],
    ["a variable, in the header", "store.h", "opened", ["a.c:4 import"]],
    ["a variable, where it is defined", "store.c", "opened", ["a.c:4 import"]],
    ["a struct, behind the word that says so alone", "store.h", "store", ["store.h:4 scope", "a.c:3 import"]],
    ["another name of a struct", "store.h", "store_t", ["a.c:2 import"]],
    ["a value of an enumeration without a name", "store.h", "FAST", ["a.c:4 import"]],
    [
      "a struct that a header names and does not show",
      "store.c",
      "line",
      ["store.h:6 import", "a.c:6 import"],
    ],
  ])("come with all that is included: %s", async (_, file, label, expected) => {
    expect(await usesOf(store, file, label)).toEqual(expected);
  });

  it("are possible where a build takes one of several", async () => {
    const tree = {
      "unix.h": "typedef int file_t;\n#define OPEN 1\n",
      "win.h": "typedef void *file_t;\n#define OPEN 2\n",
      "a.h":
        '#ifdef _WIN32\n#include "win.h"\n#else\n#include "unix.h"\n#endif\n#if A\n#define ERR(x) ' +
        "x\n#else\n#define ERR(x) (-x)\n#endif\n",
      "a.c": '#include "a.h"\nint f(file_t file) {\n  return ERR(OPEN);\n}\n',
    };
    expect(await usesOf(tree, "win.h", "file_t")).toEqual(["a.c:2 import possible"]);
    expect(await usesOf(tree, "unix.h", "OPEN")).toEqual(["a.c:3 import possible"]);
    expect(await usesOf(tree, "a.h", "ERR")).toEqual(["a.c:3 import possible"]);
  });

  it(
    "are of one namespace in all files, of what `using` brings, and none of what a class or function " +
      "around has under the name",
    async () => {
      const tree = {
        "db.h":
          "namespace db {\nconst int kMax = 3;\nenum Mode { kFast, kSlow };\nclass Base { protected: int " +
          "kMax; enum Side { kLeft }; };\n}\n",
        "a.cc":
          '#include "db.h"\nnamespace db {\nint f(Mode mode) { return kMax + (mode == kFast) + (mode == ' +
          "Mode::kFast); }\nclass Below : Base { int g(); };\nint Below::g() { return kMax + kLeft + " +
          "Base::kLeft; }\nint h(int kMax) { return kMax; }\n}\n",
        "b.cc": '#include "db.h"\nusing db::kMax;\nint most = kMax + db::kMax + db::kSlow;\n',
      };
      expect(await usesOf(tree, "db.h", "db.kMax")).toEqual([
        "a.cc:3 import",
        "b.cc:2 module",
        "b.cc:3 import",
        "b.cc:3 module",
      ]);
      expect(await usesOf(tree, "db.h", "db.Base.kMax")).toEqual(["a.cc:5 import"]);
      expect(await usesOf(tree, "db.h", "db.Mode.kFast")).toEqual(["a.cc:3 import", "a.cc:3 class"]);
      expect(await usesOf(tree, "db.h", "db.Base.Side.kLeft")).toEqual(["a.cc:5 import", "a.cc:5 class"]);
    },
  );

  it("of a variable that a file declares before it defines it are certain", async () => {
    expect(
      await usesOf(
        { "a.c": "static int opened;\nint f(void) {\n  return opened;\n}\nstatic int opened = 1;\n" },
        "a.c",
        "opened",
      ),
    ).toEqual(["a.c:3 scope"]);
  });

  it("are none where a variable is called like its type", async () => {
    const tree = {
      "a.h": "typedef struct list { int size; } list;\n",
      "a.c":
        '#include "a.h"\nint f(list *list) {\n  return list->size + g(list);\n}\nint h(void) {\n  list ' +
        "*list = 0;\n  return list != 0;\n}\n",
    };
    expect((await usesOf(tree, "a.h", "list")).filter((use) => use.startsWith("a.c"))).toEqual([
      "a.c:2 import",
      "a.c:6 import",
    ]);
  });

  it("of forms of a template are possible, and none of what only adds to `std` is certain", async () => {
    const tree = {
      "a.hpp":
        "namespace std { template <> struct hash<int> {}; }\ntemplate <typename T> struct V { int " +
        "size; };\ntemplate <> struct V<bool> { int size; };\nV<int> v;\nstd::hash<long> h;\n",
    };
    expect(await usesOf(tree, "a.hpp", "V")).toContain("a.hpp:4 scope possible");
    expect(await usesOf(tree, "a.hpp", "std.hash")).toEqual(["a.hpp:5 module possible"]);
  });

  it("are fields of structs without a name, and no plain names", async () => {
    const tree = {
      "a.c":
        "struct box { int length; union { int fd; void *at; } data; };\nint length;\nint f(struct box " +
        "*given) {\n  struct box own = { .length = 1 };\n  return given->data.fd + length;\n}\n",
    };
    expect(await usesOf(tree, "a.c", "box.data.fd")).toEqual(["a.c:5 type"]);
    expect(await usesOf(tree, "a.c", "box.length")).toEqual(["a.c:4?"]);
    expect(await usesOf(tree, "a.c", "length")).toEqual(["a.c:5 scope"]);
  });

  it("are of the type that a cast says, and of what stands under an index", async () => {
    const inC = {
      "a.c":
        "struct box { int side; };\nstruct bag { int side; };\nint f(void *given, struct box *all) {\n " +
        " return ((struct box *) given)->side + (int)all[1].side;\n}\n",
    };
    expect(await usesOf(inC, "a.c", "box.side")).toEqual(["a.c:4 type", "a.c:4 type"]);
    expect(await usesOf(inC, "a.c", "bag.side")).toEqual([]);
  });
});
