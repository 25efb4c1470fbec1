import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { endEntries } from "./enum-entries.ts";

async function outline(text: string): Promise<readonly string[]> {
  const { symbols, diagnostics } = await analyze("a.kt", text);
  return [...symbols.map(({ kind, label }) => `${kind} ${label}`), ...diagnostics.map(({ kind }) => kind)];
}

test.each([
  ["A { fun x() = 1 }, B { fun x() = 2 }", "A { fun x() = 1;}, B { fun x() = 2;}"],
  ["A(1, { it }) { val x = 1 }", "A(1, { it }) { val x = 1;}"],
  ["A { fun x() { go() } };", "A { fun x() { go() };};"],
  ["A {\n fun x() = 1 }", "A {\n fun x() = 1;}"],
  ["@B(1) A { fun x() = '}' }", "@B(1) A { fun x() = '}';}"],
  ["A {fun x()=1}, B", "A {fun x()=1;},B"],
  ["A {fun x()=1};\n  B", "A {fun x()=1;};\n B"],
  ["A {fun x()=1},\r\n  B", "A {fun x()=1;},\r\n B"],
  ["A {fun x()=1},B {fun x()=2 }", "A {         },B {fun x()=2;}"],
  ["A {\n fun x()=1\n fun y() {\n go()\n }},B", "A {\n fun x()=1\n          \n     \n  },B"],
  ["A {fun x()=1;fun y() =\n z},B", "A {fun x()=1;         \n  },B"],
])("entries %j end their members", (entries, expected) => {
  expect(endEntries(`enum class E(val a: Int) : I { ${entries} }`)).toBe(
    `enum class E(val a: Int) : I { ${expected} }`,
  );
});

test.each([
  "enum class E { A, B }",
  "enum class E { A { fun x() = 1; }, B { } }",
  "enum class E { A {\n fun x() = 1\n } }",
  "enum class E { A; fun x() { go() } }",
  "class E { val x = f { 1 } }",
  "enum class E",
  "// enum class E { A { fun x() = 1 } }",
])("%j stays as it is", (text) => {
  expect(endEntries(text)).toBe(text);
});

test("what follows an enum whose entries have bodies is found, also where enums nest", async () => {
  expect(
    await outline(`
enum class Op(val sign: Char) {
    PLUS('+') { override fun run(a: Int, b: Int) = a + b },
    MINUS('-') { override fun run(a: Int, b: Int): Int { return a - b } };

    abstract fun run(a: Int, b: Int): Int
}
class Outer {
    enum class In { P { override val v get() = 1 }, Q { override val v get() = 2 } }
    fun inner() = 1
}
fun after() = 1
`),
  ).toEqual([
    "enum Op",
    "property Op.sign",
    "enum_member Op.PLUS",
    "method Op.PLUS.run",
    "enum_member Op.MINUS",
    "method Op.MINUS.run",
    "method Op.run",
    "class Outer",
    "enum Outer.In",
    "enum_member Outer.In.P",
    "property Outer.In.P.v",
    "enum_member Outer.In.Q",
    "property Outer.In.Q.v",
    "method Outer.inner",
    "function after",
  ]);
});

test.each([
  ["X {\n  fun a() = 1\n  fun b() = 2}, Y { fun a() = 3 };\n}", ["X", "X.a", "X.b", "Y", "Y.a"]],
  ["X {\n  fun a() = 1\n  fun b() = 2},\n  Y\n}", ["X", "X.a", "X.b", "Y"]],
  ["X {\n  fun a() = 1\n  fun b() = 2}\n}", ["X", "X.a"]],
  ["X {fun a() = 1},Y {fun b() = 2}}", ["X", "Y"]],
])("members of entries are found without a blank before the brace: %j", async (entries, labels) => {
  const outlined = await outline(`enum class E {\n  ${entries}\nfun after() = 1\n`);
  expect(outlined.map((line) => line.split(" ")[1])).toEqual([
    "E",
    ...labels.map((of) => `E.${of}`),
    "after",
  ]);
});

test.each([
  "enum class E { A { x ",
  "enum class E(",
  "enum class E : ",
  "A { x }, ",
  "A {x},",
  "A {\n@a @a ",
])("enums that go on and on (%j) hold nothing up", (part) => {
  // Quadratic time on this many would be minutes.
  const text = `enum class A { ${part.repeat(30_000)}`;
  expect(endEntries(text)).toHaveLength(text.length);
});
