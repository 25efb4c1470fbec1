import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("server/Server.java", {
  "imports bind a type, a static member, or all names": {
    source: `
      package a.b.c;
      import a.b.C;
      import a.b.*;
      import static x.Y.of;
      import static x.Y.*;
    `,
    flow: `
      file#0
        import all of a.b
        import all of x.Y
        C = import(a.b.C, *)
        of = import(x.Y, of)
      package a.b.c
    `,
  },
  "a plain assignment is one of a field, unless a function declares the name": {
    source: `
      class A {
        void f(Conn given) {
          Conn local = null;
          local = given;
          conn = local;
          this.other = conn = given;
          all[0] = given;
          count += next();
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          function f#2(given: Conn)
            local = a Conn
            local = given
            this.conn = local
            this.conn = given
            this.other = given
            all["0"] = given
            call next at 8: next()
    `,
  },
  "lambdas and method references are values": {
    source: `
      class A {
        void f() {
          all.forEach(x -> x.stop());
          all.sort((Conn a, Conn b) -> { return a.compare(b); });
          all.map(Conn::stop).map(this::wrap).map(super::wrap).map(Box::new);
          Runnable r = () -> run();
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          function f#2()
            r = a Runnable
            r = #5
            call forEach at 3: all.forEach(#3)
            call sort at 4: all.sort(#4)
            call map at 5: all.map(Conn.stop)
            call map at 5: all.map(Conn.stop).map(this.wrap)
            call map at 5: all.map(Conn.stop).map(this.wrap).map(super.wrap)
            call map at 5: all.map(Conn.stop).map(this.wrap).map(super.wrap).map(Box)
            arrow function#3(x)
              return x.stop()
              call stop at 3: x.stop()
            arrow function#4(a: Conn, b: Conn)
              return a.compare(b)
              call compare at 4: a.compare(b)
            arrow function#5()
              return run()
              call run at 6: run()
    `,
  },
  "a variable is of its declared type, and has what it is given; var has only that": {
    source: `
      class A {
        void f() {
          Store store = open(), other;
          var conn = store.dial();
          for (Conn each : store) each.close();
          for (var each : store) each.stop();
          try (Conn c = dial(); conn) { c.send(); } catch (IOException | TimeoutException e) { e.log(); }
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          function f#2()
            store = a Store
            store = open()
            other = a Store
            conn = store.dial()
            each = a Conn
            each = each of store
            each~1 = each of store
            c = a Conn
            c = dial()
            e = a (IOException | TimeoutException)
            call open at 3: open()
            call dial at 4: store.dial()
            call close at 5: each.close()
            call stop at 6: each~1.stop()
            call dial at 7: dial()
            call send at 7: c.send()
            call log at 7: e.log()
    `,
  },
  "a name that another block declares, or that is a method too, is another one": {
    source: `
      class A {
        int size(Conn size) {
          int count = count();
          { Conn c = a(); c.close(); }
          { Store c = b(); c.close(); }
          return size() + size.length();
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          size = #2
          function size#2(size~1: Conn): <int>
            count~2 = a <int>
            count~2 = count()
            c = a Conn
            c = a()
            c~3 = a Store
            c~3 = b()
            return (size() | size~1.length())
            call count at 3: count()
            call a at 4: a()
            call close at 4: c.close()
            call b at 5: b()
            call close at 5: c~3.close()
            call size at 6: size()
            call length at 6: size~1.length()
    `,
  },
  "patterns bind variables of their types": {
    source: `
      class A {
        Object f(Object x) {
          if (x instanceof Conn c) c.close();
          if (!(x instanceof Store c)) return null;
          c.stop();
          if (x instanceof Pair(Conn left, var right)) left.close();
          return switch (x) {
            case Circle s when s.isRound() -> s.area();
            case Square s -> { yield s.side(); }
            case null, default -> throw new IllegalStateException();
          };
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          function f#2(x: Object): Object
            c = a Conn
            c~1 = a Store
            left = a Conn
            right = ?
            s = a Circle
            s~2 = a Square
            return (s.area() | s~2.side())
            call close at 3: c.close()
            call stop at 5: c~1.stop()
            call close at 6: left.close()
            call isRound at 8: s.isRound()
            call area at 8: s.area()
            call side at 9: s~2.side()
            call IllegalStateException at 10: new IllegalStateException()
    `,
  },
  "calls name their object, type or outer object": {
    source: `
      class A extends Base {
        void f() {
          g();
          this.<X>g();
          super.f();
          Outer.this.f();
          Iface.super.f();
          Util.<String>of(size);
          java.util.List.of("a");
          new java.util.ArrayList<String>();
          outer.new Inner(size);
          ((Conn) x).close();
          Conn.class.getName();
          (a ? b() : c).d();
          ("a" + e()).trim();
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1 < Base
          f = #2
          function f#2()
            call g at 3: g()
            call g at 4: this.g<X>()
            call f at 5: super.f()
            call f at 6: a Outer.f()
            call f at 7: Iface.f()
            call of at 8: Util.of<String>(size)
            call of at 9: import(java.util, *).List.of<typeof "a">("a")
            call ArrayList at 10: new import(java.util, *).ArrayList<String>()
            call Inner at 11: new outer.Inner(size)
            call close at 12: a Conn.close()
            call getName at 13: a Class<Conn>.getName()
            call b at 14: b()
            call d at 14: (b() | c).d()
            call e at 15: e()
            call trim at 15: <String>.trim()
    `,
  },
});

checkReader({
  path: "server/All.java",
  calls: `
    package all;
    import a.b.C;
    @Ann(value = 1) public class All<T> extends Base<T> implements I {
      static int a = c1(), b[] = {c2(), c3()}; Runnable r = () -> c4(); Object o = new c5() { int z = c6(); { c7(); } };
      static { c8(); } { c9(); }
      All(int x) { super(c10()); this.x = c11(x); }
      All() { this(c12()); }
      abstract int m0();
      @Override public <R> R m(T t, int... xs) throws E {
        var v = c13().c14().f15; String s = (String) c16(); int i = (int) c17(1), j = c18();
        for (Foo f : c19()) { f.c20(); } for (int k = c21(), l = 0; k < c22(); k++, c23()) c24();
        try (R r = c25(); var q = c26()) { c27(); } catch (E | F e) { c28(e); } finally { c29(); }
        if (c30() instanceof Foo f && f.c31()) c32(); else if (c33()) c34(); else { c35(); }
        while (c36()) { c37(); } do { c38(); } while (c39()); synchronized (c40()) { c41(); }
        switch (c42()) { case A: c43(); break; case "b", 2: c44(); default: c45(); }
        int y = switch (c46()) { case Circle c when c47() -> c48(); case P(Foo a, var b) -> { yield c49(); } default -> throw new c50(c51()); };
        c52(x -> c53(x), (p, q) -> { return c54(); }, this::m, All::m, All::new, c55()::m);
        int[] n = new int[c56()][c57()], w = new int[] {c58()}; n[c59()] = c60(); c61().x += c62(); n[0]++; c63()[c64()]--;
        super.c65(); All.this.c66(); All.<String>c67(); outer.new c68(c69()); new a.b.c70<X>();
        Object z = c71() ? c72() : -c73() + !c74(); assert c75() : c76(); label: for (;;) { c77(); break label; }
        class Local { int q = c78(); void l() { c79(); } } record Rec(int a) { Rec { c80(); } int b() { return c81(); } } enum E { X(c82()) { int f() { return c83(); } }; E(int a) {} }
        interface I2 { int K = c84(); default void d() { c85(); } }
        throw c86(); 
      }
    }
    enum Color { RED, GREEN(c87()); Color(int a) { c88(); } int f() { return c89(); } }
    interface Shape { int A = c90(); void a(); }
    @interface An { int value() default 1; }
    record Pt(int x, int y) { static int z = c91(); }
  `,
  tokens: [
    "class",
    "A",
    "{",
    "}",
    "(",
    ")",
    "void",
    "f",
    "int",
    "x",
    "=",
    ";",
    ",",
    ".",
    "->",
    "::",
    "new",
    "this",
    "super",
    "switch",
    "case",
    "default",
    "instanceof",
    "for",
    ":",
    "try",
    "catch",
    "enum",
    "record",
    "interface",
    "@Ann",
    "<",
    ">",
    "T",
    '"s"',
    "1",
    "return",
    "import",
    "package",
    "static",
    "yield",
    "[",
    "]",
    "var",
  ],
  deep: `class A { int x = f(1)${" + 1".repeat(50_000)}; }`,
});
