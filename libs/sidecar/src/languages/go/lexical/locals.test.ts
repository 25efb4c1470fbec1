import { describe, expect, it } from "vitest";
import { declaresOther, localName, localsOfGo, writtenFunctions } from "./locals.ts";

describe("localName", () => {
  it.each<[string, string]>([
    ["func f() {\n\tkey := g(key{})\n\treturn key\n}", "v-v"],
    ["func f() {\n\ta, key := g()\n\tkey()\n}\nvar a = key", "vv-"],
    [
      "func f() {\n\tfor _, key := range []struct {\n\t\ta int\n\t}{{1}} {\n\t\tkey()\n\t}\n\tkey()\n}",
      "vv-",
    ],
    ["func f(key int) { return key }", "vv"],
    ["func f(a, key int, b string) (key, error) { return key }", "v-v"],
    ["func f(key key) key { return key }", "v--v"],
    ["func f(a key) key { return key }", "---"],
    ["func (key *T) f() { key.x() }", "vv"],
    ["func f() {\n\tg(a, key)\n\tg(func(key int) { key() })\n\tkey()\n}", "-vv-"],
    [
      "func f() {\n\tif key, err := g(); err != nil {\n\t\tkey()\n\t} else {\n\t\tkey()\n\t}\n\tkey()\n}",
      "vvv-",
    ],
    ["func f() {\n\tfor _, key := range key {\n\t\tkey()\n\t}\n\tkey()\n}", "v-v-"],
    ["func f() {\n\tif true {\n\t\tvar key = 1\n\t\tkey()\n\t}\n\tkey()\n}", "vv-"],
    ["func f() {\n\ttype key struct{}\n\tkey{}\n}", "tt"],
    ["func f() {\n\tif x := (T{key: 1}); x {\n\t}\n}", "-"],
    ["func f() {\n\ttype key struct{}\n\tfunc() {\n\t\tkey := key{}\n\t\tkey()\n\t}()\n\tkey()\n}", "tvtvt"],
    ["var key = 1\nfunc f() { key() }", "--"],
  ])("%j: %s", (code, expected) => {
    const places = [...code.matchAll(/\bkey\b/g)].map(({ index }) => index);
    expect(
      places
        .map(
          (at) =>
            localName(localsOfGo(code, writtenFunctions(code), "key"), writtenFunctions(code), at)?.[0] ??
            "-",
        )
        .join(""),
    ).toBe(expected);
  });
});

describe("declaresOther", () => {
  it.each<[string, boolean]>([
    ["struct{ key string }", true],
    ["struct {\n\tkey string `a`\n}", true],
    ["struct {\n\ta, key int\n}", true],
    ["struct {\n\ta key\n}", false],
    ["struct {\n\tkey\n}", false],
    ["func f() {\n\tkey = 1\n}", false],
    ["interface {\n\tf(key map[string]any) error\n}", true],
    ["func(a int, key *T)", true],
    ["f(a, key * 2)", false],
    ["f(key, a)", false],
    ["package key\n", true],
  ])("%j: %j", (code, expected) => {
    expect(declaresOther(code, "key", code.indexOf("key"))).toBe(expected);
  });
});

describe("writtenFunctions", () => {
  it("are those with a body", () => {
    const code =
      "type F func(a func() int) error\nfunc (t *T) g(f func() struct{ a int }) interface{} {\n\tx := " +
      "func(a int) (b int) { return 1 }\n\tx()\n}\nfunc asm()\n";
    expect(
      writtenFunctions(code).map(({ start, body, end, line }) => [
        line,
        code.slice(start, start + 9),
        code.slice(body, body + 3),
        code.slice(end - 2, end),
      ]),
    ).toEqual([
      [2, "func (t *", "{\n\t", "\n}"],
      [3, "func(a in", "{ r", " }"],
    ]);
  });
});
