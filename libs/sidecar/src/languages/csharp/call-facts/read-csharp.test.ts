import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/Server.cs", {
  "usings bring in namespaces, static types and aliases; types of a namespace are names of the file": {
    source: `
      using System;
      using static System.Math;
      using Alias = Some.Type;
      namespace A.B { using C; class Inner {} }
      public delegate Task Handler(string a);
      enum Color { Red = f(), Green }
    `,
    flow: `
      file#0
        import all of System
        import all of System.Math
        Alias = import(Some.Type, *)
        Inner = #2
        Handler = () => Task
        Color = #3
        namespace A.B#1
          import all of C
          class Inner#2
        class Color#3
          Red = a #3
          Green = a #3
          call f at 6: f()
      package A.B
    `,
  },
  "types have bases, constructors and type parameters; some are parts": {
    source: `
      namespace N;
      public record Point(int X, Unit Y) : Base(X), IShape;
      partial class Server<T>(ILogger log) : Host<T> where T : IFoo {
        static Server() { }
        public Server(int a) : this(new Logger(a)) { }
        Server() : base(make()) { _log = a; }
      }
    `,
    flow: `
      file#0
        Point = #2
        Server = #4
        namespace N#1
          exported class Point#2 < Base < IShape
            X = a <int>
            Y = a Unit
            <init> = #3
            call Base at 2: new Base(X)
            constructor function Point#3(X: <int>, Y: Unit)
          partial class Server#4 < Host<T>
            T = IFoo<>
            log = a ILogger
            <init> = #5
            <init> = #7
            <init> = #8
            constructor function Server#5(log: ILogger)
            static function Server#6()
            constructor exported function Server#7(a: <int>)
              call Server at 5: Server(new Logger(a))
              call Logger at 5: new Logger(a)
            constructor function Server#8()
              this._log = a
              call super at 6: super(make())
              call make at 6: make()
      package N
    `,
  },
  "properties are what their getters give, or fields": {
    source: `
      class A {
        readonly ILogger _log = Create(), _other;
        public Name Name { get; set; } = new();
        int Size { get { return f(); } set { g(value); } }
        Foo Arrow => this.h();
        event Handler Changed;
        Foo this[int i] => items[i];
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          _log = a ILogger
          _log = Create()
          _other = a ILogger
          Name = a Name in #0
          Name = new Name in #0()
          Size = #2
          Arrow = #4
          Changed = a Handler
          [] = #5
          call Create at 2: Create()
          call Name at 3: new Name in #0()
          getter function Size#2(): <int>
            return f()
            call f at 4: f()
          setter function Size#3()
            call g at 4: g(value)
          getter function Arrow#4(): Foo
            return this.h()
            call h at 5: this.h()
          getter function []#5(i: <int>): Foo
            return items[i]
    `,
  },
  "methods: extensions belong to the type of their first parameter, iterators are generators": {
    source: `
      static class Ext {
        public static async Task<Foo[]> Run<K>(this List<Foo> s, K k, params Bar[] more) where K : Key { await s.Go(); return null; }
        static IEnumerable<Foo> All() { yield return one; }
        void IRun.Stop() { base.Stop(); int Add(int a) => this.Size + a; }
        public static Ext operator +(Ext a, Ext b) => new(a);
      }
      interface IRun : IBase { void Stop(); Task Default() { return Go(this); } string Name { get; } }
    `,
    flow: `
      file#0
        Ext = #1
        IRun = #7
        class Ext#1
          Run = #2
          All = #3
          Stop = #4
          operator + = #6
          static async exported function Run#2(receiver s: List<Foo>, k: K, rest more: []<Bar>): Task<[]<Foo>> of List<Foo>
            K = Key<>
            call Go at 2: s.Go()
          static generator private function All#3(): IEnumerable<Foo>
            return one
          function Stop#4()
            Add = #5
            call Stop at 4: super.Stop()
            arrow function Add#5(a: <int>): <int>
          static exported function operator +#6(a: Ext, b: Ext): Ext
            return new Ext(a)
            call Ext at 5: new Ext(a)
        interface IRun#7 < IBase
          Stop = #8
          Default = #9
          Name = a <string>
          abstract function Stop#8()
          function Default#9(): Task
            return Go(this)
            call Go at 7: Go(this)
    `,
  },
  "variables have their types and values; fields are assigned by their names alone": {
    source: `
      class A {
        void M(Foo p) {
          var x = new Foo(1) { B = b(), C = { D = c }, [k] = v };
          Foo y = new(2), z = (Foo)w ?? this.q as Foo;
          (int a, var d) = pair; var (e, f) = Make();
          field = p; x.Event += Handle; y = p;
          foreach (var item in items) { item.F(); }
          foreach (Item item in others) item.G();
          if (o is Foo { Bar: var bar } foo && map.TryGet(key, out Value got)) bar.H(foo, got);
          try { } catch (IOException ex) when (ex.Is()) { ex.N(); }
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          M = #2
          private function M#2(p: Foo)
            x = new Foo(<int>)
            y = a Foo
            y = new Foo(<int>)
            z = a Foo
            z = a Foo
            a = a <int>
            a = pair["0"]
            d = pair["1"]
            e = Make()["0"]
            f = Make()["1"]
            y = p
            item = each of items
            item~1 = a Item
            item~1 = each of others
            foo = a Foo
            bar = a Foo.Bar
            got = a Value
            ex = a IOException
            new Foo(<int>).B = b()
            new Foo(<int>).C.D = c
            new Foo(<int>)[k] = v
            this.field = p
            x.Event = Handle
            call Foo at 3: new Foo(<int>)
            call b at 3: b()
            call Foo at 4: new Foo(<int>)
            call Make at 5: Make()
            call F at 7: item.F()
            call G at 8: item~1.G()
            call TryGet at 9: map.TryGet(key, got)
            call H at 9: bar.H(foo, got)
            call Is at 10: ex.Is()
            call N at 10: ex.N()
    `,
  },
  "calls go through question marks, generic names, lambdas and queries": {
    source: `
      class A {
        object M() {
          x?.A?.B(1)?[2].C<D>(named: 3);
          Run(async q => await q.Go(), delegate (int r) { return r; });
          var s = o switch { Foo f => f.A(), _ => throw new E() };
          var t = from it in items where it.Ok() select it.F();
          return t ?? nameof(x);
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          M = #2
          private function M#2(): <object>
            f = a Foo
            s = f.A()
            it = each of items
            t = [it.F()]
            return (t | <string>)
            call B at 3: x.A.B(<int>)
            call C at 3: x.A.B(<int>)["2"].C<D>(named: <int>)
            call Run at 4: Run(#3, #4)
            call A at 5: f.A()
            call E at 5: new E()
            call Ok at 6: it.Ok()
            call F at 6: it.F()
            async arrow function#3(q)
              return await q.Go()
              call Go at 4: q.Go()
            arrow function#4(r: <int>)
              return r
    `,
  },
  "statements at the top of a file are the program": {
    source: `
      var app = Builder.Create(args);
      app = app.Use();
      void Local() => app.Run();
    `,
    flow: `
      file#0
        app = Builder.Create(args)
        app = app.Use()
        Local = #1
        call Create at 1: Builder.Create(args)
        call Use at 2: app.Use()
        arrow function Local#1()
          return app.Run()
          call Run at 3: app.Run()
    `,
  },
  "a local function is known in its whole block, above its place too": {
    source: `
      class K {
        void Run(bool ok) {
          Outer();
          if (ok) { Inner(); void Inner() => Outer(); }
          switch (ok) { case true: Section(); break; void Section() {} }
          Action run = () => { InLambda(); void InLambda() {} };
          void Outer() {}
        }
        void Outer() {}
      }
    `,
    flow: `
      file#0
        K = #1
        class K#1
          Run = #2
          Outer = #8
          private function Run#2(ok: <bool>)
            Inner = #3
            Section = #4
            run = a Action
            run = #5
            Outer = #7
            call Outer at 3: Outer()
            call Inner at 4: Inner()
            call Section at 5: Section()
            arrow function Inner#3()
              return Outer()
              call Outer at 4: Outer()
            arrow function Section#4()
            arrow function#5()
              InLambda = #6
              call InLambda at 6: InLambda()
              arrow function InLambda#6()
            arrow function Outer#7()
          private function Outer#8()
    `,
  },
});

checkReader({
  path: "src/All.cs",
  calls: `
    using System;
    namespace A.B;
    [Attr(typeof(int))]
    public partial class K<T>(int x) : Base<T>(c1()), I where T : new()
    {
      int a = c2(), b = c3(); string P { get; set; } = c4(); int Q { get { return c5(); } set { c6(value); } } int R => c7();
      event H E { add { c8(); } remove { c9(); } }
      int this[int i] { get => c10(); set { c11(); } }
      static K() { c12(); } K(int a) : this(c13()) { c14(); } K() : base(c15()) => c16(); ~K() { c17(); }
      public static K operator +(K a, K b) => c18(); public static implicit operator string(K a) => c19();
      async Task<int> M<U>(int p = 1) where U : I {
        await c20(c21()); this.c22(); base.c23(); c24<int>(c25(named: c26())); o.c27<U>().c28();
        var n = new c29(c30()) { A = c31(), [c32()] = c33(), B = { C = c34() } }; c35 d = new(c36());
        var an = new { A = c37(), B = c38().D }; var ar = new[] { c39() }; int[] r1 = { c40() }; var r2 = new int[c41()] { c42() }; int[] r3 = [c43()];
        (var t, c44().x) = (c45(), c46()); x ??= c47(); x += c48(); c49()[c50()] = c51();
        foreach (var i in c52()) { c53(); } for (int i = c54(); i < c55(); c56()) { } while (c57()) { } do { c58(); } while (c59());
        using (var u = c60()) { c61(); } using var v = c62(); lock (c63()) { c64(); }
        if (c65() is Foo { A: var y } && c66(out var z)) c67(); else c68();
        var sw = c69() switch { Foo f when c70() => c71(), _ => throw c72() };
        switch (c73()) { case Foo g when c74(): c75(); break; default: c76(); break; }
        try { c77(); } catch (E e) when (c78()) { c79(); } finally { c80(); }
        Func<int> l = () => c81(), m = delegate { return c82(); }; int L(int a) => c83();
        c84()?.c85()?[c86()].c87(); var s = $"a{c88()}b{c89():x}"; var q = from it in c90() where c91() orderby c92() select c93();
        var w = c94() with { A = c95() }; var cond = c96() ? c97() : c98() ?? c99(); var cast = (Foo)c100(); var neg = !c101() + -c102();
        yield return c103(); throw c104();
      }
    #if DEBUG
      void O() { c110(); }
    #endif
      int N() { return this == c105() ? this : c106(this, c107()); }
    }
    interface I { void O(); int P { get; } void D() { c108(); } }
    enum E { A = 1 }
    record R(int A) { int B => c109(); }
    struct S { int a; }
  `,
  tokens: [
    "class",
    "K",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "=>",
    "=",
    ";",
    ",",
    ".",
    "?.",
    "?",
    "??",
    "var",
    "new",
    "this",
    "base",
    "is",
    "switch",
    "x",
    "int",
    "get",
    "set",
    "using",
    "namespace",
    "record",
    "return",
    "await",
    "async",
    "static",
    "yield return",
    "foreach",
    "in",
    '$"{',
    '}"',
    "from",
    "select",
    "operator +",
    "where T :",
    "out var",
    "_",
    "1",
  ],
  deep: `class A { int x = f(1)${" + 1".repeat(20_000)}; }`,
});
