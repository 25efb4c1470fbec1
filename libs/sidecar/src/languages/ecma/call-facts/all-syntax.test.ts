import { describe } from "vitest";
import { checkReader } from "../../../call-facts/reading/check-call-facts.ts";

/** Tokens that random texts are made of. */
const TOKENS = [
  "function",
  "async",
  "*",
  "f",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "=>",
  "class",
  "extends",
  "=",
  ",",
  ".",
  "?.",
  "...",
  "await",
  "yield",
  "new",
  "x",
  ":",
  "T",
  "<",
  ">",
  "`a${",
  "}`",
  "import",
  "export",
  "from",
  '"m"',
  "default",
  "as",
  "get",
  "static",
  "@d",
  "for",
  "of",
  "const",
  "if",
  "return",
  "interface",
  "type",
  "enum",
  "namespace",
  "#p",
  "super",
  "this",
  ";",
];

describe("TypeScript", () =>
  checkReader({
    path: "src/all.tsx",
    calls: `
    import { a } from "m" with { type: "json" };
    @c1() @(c2()).x export class K extends (c3(), c4()) implements I {
      @c5() a = c6(); static b = () => c7(c8()); [c9()] = 1; #p = c10\`x\${c11()}\`;
      @c12("x") async *m(@c13() x = c14(), { y = c15(), [c16()]: z }: T = c17()): Promise<void> { yield* c18(); yield c19(); return c20(); }
      static { c21(); }
      get [c22()]() { return c23(); }
    }
    export const v = c24(), { w = c25() } = c26(), [u = c27()] = c28();
    for (let i = c29(); i < c30(); c31()) c32();
    for (const k of c33()) { c34(k) }
    for (x.y in c35()) c36();
    while (c37()) { do { c38() } while (c39()) }
    if (c40()) c41(); else if (c42()) c43(); else c44();
    switch (c45()) { case c46(): c47(); break; default: c48() }
    try { c49() } catch ({ message = c50() }) { c51() } finally { c52() }
    label: { throw c53() }
    const o = { a: c54(), [c55()]: c56(), m(x = c57()) { c58() }, ...c59(), get g() { return c60() }, f: function () { c61() } };
    a.b(c62())[c63()] = c64() + c65() * c66(), a ||= c67(), a += c68();
    (c69() as T)!.x?.[c70()]?.(c71() ? c72() : c73() ?? c74());
    new (c75())(c76()); new a.c77(); typeof c78(); !c79(); void c80(); delete c81().x; -c82(); c83().x++;
    await c84(...c85(), [c86(), ...c87()], \`\${c88()}\${a\`\${c89()}\`}\`);
    const el = <Foo {...c90()} x={c91()} y="1">text {c92()} {...c93()}<p.q z={() => c94()} /><i>{c95()}</i></Foo>;
    enum E { A = c96(), B }
    namespace N.O { c97(); export const x = c98() }
    export default (c99(), class { m = c100() });
    export { v as w2 };
    import(c101()); require(c102()); c103<T>(a); (x => c104())(y); c105();
    const s = c106() satisfies T, t = <T,>(x: T) => c107(), r = function* () { yield c108() };
    if (a) function legacy() { c109() }
    var fn = async () => { for await (const x of c110()) c111?.(x) }, neg = a in c112(), g = p.c113(this, p?.c114(a));
    abstract class Q { abstract m(): void; x: typeof y; constructor(private z = c115()) { super(c116()) } }
    function over(x: string): void; function over(x = c117()) {}
    type Fn = typeof import("x");
    a = b ? c118() : (c119(), c120());
  `,
    tokens: TOKENS,
    deep: `const x = f(1);${"!".repeat(50_000)}g()`,
  }));

describe("JavaScript", () =>
  checkReader({
    path: "src/all.js",
    calls: `
    @c1() export class K extends (c2(), c3())(Base) {
      @c4() a = c5(); static b = () => c6(); [c7()] = 1; #p = c8\`x\${c9()}\`;
      @c10("x") async *m(x = c11(), { y = c12(), [c13()]: z } = c14(), [w = c15()], ...rest) { yield* c16(); }
      static { c17(); }
      get [c18()]() { return c19(); }
      static async = c20();
    }
    A.prototype.f = function g() { c21() };
    exports.h = async () => c22();
    module.exports = { i: c23(), j() { return c24() }, k: function* () { yield c25() } };
    (function () { c26() })();
    var l = c27(), { [c28()]: n = c29() } = c30();
    if (a) var o = c31(); else c32();
    for (var p in c33()) c34(<Foo bar={c35()}>{c36()}</Foo>);
    with (c37()) c38();
    export default c39();
  `,
    tokens: TOKENS,
    deep: `var x = f(1)${" + 1".repeat(50_000)}`,
  }));
