import { checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkReader({
  path: "app/sample.py",
  calls: `
    import os
    @c1
    @d.c2(c3())
    class Outer(c4(), metaclass=c5(), flag=c6()):
        field: c7() = c8()
        other: Annotated[int, c9()] = lambda x=c10(): c11()
        @c12("x").part
        async def method(self, a=c13(), *, b: c14() = c15()) -> c16():
            "Says c() in its text."
            await c17()
            async with c18() as x, c19(): c20()
            async for i in c21(): c22()
            else: c23()
            return c24(), [c25() for x in c26() if c27()], {c28(): c29() for x in c30()}
        class Inner(a.b.c31()): pass
    def function[T: c32()](x=c33()):
        def nested():
            yield c34()
            yield from c35()
        try: c36()
        except c37() as e: c38()
        except* (c39(), B): raise c40() from c41()
        else: c42()
        finally: c43()
        while c44(): c45()
        for a[c46()] in c47(): pass
        if (n := c48()): pass
        elif c49() and not c50() or c51() < c52() <= c53(): pass
        else: c54()
        assert c55(), c56()
        del a[c57()], b.c58().d
        with (c59() as y, c60()): pass
        x = y = c61()
        a[c62()].b, *c.d[c63()] = c64(), *c65(), *d.c118(), 1
        x += c66(); y.z[c67()] += [c68()]
        f"{c69()!r:>{c70()}} {f'{c71()}'}" "x" f"{c72()}"
        1 + -c73() + c74() * 2 + [c75()]
        (c76() if c77() else c78())
        {**c79(), "k": c80(), c81(): c82()}, {c83()}, (c84(),)
        a[c85():c86()], a[c87(), 1]
        x.c88(c89)(k=c90(), *c91(), **c92())
        c93(c94(x) for x in c95())
        super().c96(c97())
        match c98():
            case A(x=1) if c99(): c100()
            case [a, {"k": b}]: c101()
        global g; g = c102()
        raise c103
        print >> c104(), c105()
        a.c106().c107().b[c108()].c109()
        return lambda: (yield c110())
    if __name__ == "__main__": c111()
    type Alias[T] = c112()
    x: Optional[c113()] = c114()  # c()
    y = cast(c115(), c116()); z = isinstance(x, c117())
  `.replace("c88(c89)", "c88(c89())"),
  tokens: [
    "def f(a=1):",
    "class A(B):",
    "    ",
    "@",
    "lambda",
    "x",
    "self.y",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "=",
    ":=",
    "*",
    "**",
    "'s'",
    'f"{',
    "import",
    "from . import",
    "match x:",
    "case",
    "as",
    "for",
    "in",
    "if",
    "else",
    "yield",
    "await",
    "try:",
    "except",
    "raise",
    "global x",
    "nonlocal y",
    "type X =",
    "|",
    "->",
    "return",
    "\\",
    "#",
    ".",
  ],
  deep: `x = ${"not ".repeat(50_000)}f()`,
});
