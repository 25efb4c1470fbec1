import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/server.rs", {
  "use binds names of modules; all names of one are a wildcard": {
    source: `
      use crate::a::b::{self, c, d as e, f::*, g::{h, i}};
      use super::x;
      pub use self::y::Z;
      use ::serde::de as _;
      use tokio;
      extern crate serde as sd;
      mod other;
    `,
    flow: `
      file#0
        import all of crate::a::b::f
        b = import(crate::a, b)
        c = import(crate::a::b, c)
        e = import(crate::a::b, d)
        h = import(crate::a::b::g, h)
        i = import(crate::a::b::g, i)
        x = import(super, x)
        Z = import(self::y, Z)
        _ = import(serde, de)
        tokio = import(tokio, *)
        sd = import(serde, *)
        other = import(self::other, *)
    `,
  },
  "inline modules are namespaces, and paths inside are told from them": {
    source: `
      mod outer {
        pub fn f() { self::g(); super::h(); crate::i::j(); }
        mod inner { use super::f; use super::super::h as k; use super::*; }
      }
    `,
    flow: `
      file#0
        outer = #1
        namespace outer#1
          f = #2
          inner = #3
          exported function f#2()
            call g at 2: #1.g()
            call h at 2: import(self, *).h()
            call j at 2: import(crate::i, *).j()
          namespace inner#3
            f = #1.f
            k = import(self, *).h
    `,
  },
  "structs have fields, enums variants, traits abstract methods": {
    source: `
      pub struct Server<T: Base> where T: Other { name: String, conns: Vec<Box<dyn Conn>>, run: fn(u32) -> Foo, shared: Option<Arc<Mutex<Foo>>> }
      struct Tuple(u32, pub &'static Foo);
      enum E { A, B(Foo), C { x: [Bar] }, D = f() }
      trait Run: Base + Send { const X: u32; type Item: Foo; fn run(&self) -> Self::Item; fn make() -> Self { Self::other() } }
      type Alias<T> = Result<T, Error>;
    `,
    flow: `
      file#0
        Server = #1
        Tuple = #2
        E = #3
        Run = #6
        Alias = Result<T>
        exported class Server#1
          T = (Base | Other)<>
          name = a String
          conns = a Vec<Conn>
          run = a () => Foo<<u32>>
          shared = a Option<Mutex<Foo>>
        class Tuple#2
          0 = a <u32>
          1 = a Foo
        class E#3
          A = a #3
          B = #4
          C = #5
          D = a #3
          call f at 3: f()
          class B#4 < #3
            0 = a Foo
          class C#5 < #3
            x = a []<Bar>
        interface Run#6 < Base < Send
          X = a <u32>
          Item = Foo
          run = #7
          make = #8
          abstract function run#7(receiver self): #6.Item
          static function make#8(): #6
            return #6.other()
            call other at 4: #6.other()
    `,
  },
  "methods name their type as owner; what implements a trait is derived from it": {
    source: `
      struct Server;
      impl<T> Server { pub const M: u32 = 1; pub fn new(a: &str) -> Self { Self { name: a.to_string(), ..base() } } fn own(self: Box<Self>) { self.go() } }
      impl Run for Server { type Item = Foo; async fn run(&mut self, (x, y): (u32, Foo)) -> Self::Item { self.name = x; y } }
      impl fmt::Display for other::Thing<u8> { fn fmt(&self) {} }
    `,
    flow: `
      file#0
        Server = #1
        class Server#1 < Run
        class Server#2 of Server
          T = ?<>
          M = a <u32>
          M = <i32>
          new = #3
          own = #4
          static exported function new#3(a: <str>): Server of Server
            a Server.name = a.to_string()
            return a Server
            call to_string at 2: a.to_string()
            call base at 2: base()
          function own#4(receiver self) of Server
            return this.go()
            call go at 2: this.go()
        class Server#5 < Run of Server
          Item = Foo
          run = #6
          async function run#6(receiver self, {1}: [a <u32>, a Foo]): Foo of Server
            x = {1}["0"]
            y = {1}["1"]
            this.name = x
            return y
        class Thing#7 < fmt.Display of other.Thing<<u8>>
          fmt = #8
          function fmt#8(receiver self) of other.Thing<<u8>>
    `,
  },
  "patterns give each variable its part, and a name may be declared again": {
    source: `
      fn f(x: Foo) {
        let x = x.next()?; let (a, mut b) = pair(); let c: Bar = Arc::new(Baz::new());
        let Some(d) = opt else { return g() }; let [e, ..] = list; let Foo { h, i: j } = foo;
        if let Ok(k) = res && k.ok() { k.l() } else if m {}
        while let Some(n) = it.next() { n.o(); }
        for (p, q) in map { q.r(p); }
        match x { E::A => s(), E::B(t) if t.ok() => t.u(), E::C { v } => v, Some(ref w @ 1..=2) => 1, _ => other };
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(x: Foo)
          x~1 = each of x.next()
          a = pair()["0"]
          b = pair()["1"]
          c = a Bar
          d = each of opt
          e = each of list
          h = a Foo.h
          j = a Foo.i
          k = each of res
          n = each of it.next()
          p = each of map["0"]
          q = each of map["1"]
          t = a E.B.0
          v = a E.C.v
          w = each of x~1
          return g()
          call next at 2: x.next()
          call pair at 2: pair()
          call new at 2: Arc.new(Baz.new())
          call new at 2: Baz.new()
          call g at 3: g()
          call ok at 4: k.ok()
          call l at 4: k.l()
          call next at 5: it.next()
          call o at 5: n.o()
          call r at 6: q.r(p)
          call s at 7: s()
          call ok at 7: t.ok()
          call u at 7: t.u()
    `,
  },
  "blocks give their last expression": {
    source: `
      fn f() -> Foo {
        let a = if b { c() } else { d };
        let e = loop { break g(); };
        let h = match i { _ => { j(); k } };
        let l = async move { m().await };
        unsafe { n() }
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(): Foo
          a = (c() | d)
          e = g()
          h = k
          l = #2
          return n()
          call c at 2: c()
          call g at 3: g()
          call j at 4: j()
          call n at 6: n()
          async arrow function#2()
            return await m()
            call m at 5: m()
    `,
  },
  "calls go through paths, generics, closures and macros": {
    source: `
      fn f() {
        a::b::<T>(1); <Foo as Run>::run(&c); Vec::<Foo>::new(); (self.field)(2);
        let d = |e: Foo, (g, _)| -> Bar { e.h(g) }; d(1);
        let i = vec![j(), k]; println!("{}", l.m(n::o(p)).q); assert!(matches!(r(), Some(s)));
      }
      macro_rules! mine { ($a:expr) => { hidden($a) }; }
    `,
    flow: `
      file#0
        f = #1
        mine = #3
        mine! = #3
        function f#1()
          d = #2
          i = [j(), k]
          call b at 2: a.b<T>(<i32>)
          call run at 2: Foo.run(c)
          call new at 2: Vec<Foo>.new()
          call field at 2: this.field(<i32>)
          call d at 3: d(<i32>)
          call vec at 4: vec!(j(), k)
          call j at 4: j()
          call println at 4: println!(<str>, ?.m(n.o(p)).q)
          call m at 4: ?.m(n.o(p))
          call o at 4: n.o(p)
          call assert at 4: assert!(matches!(r(), Some(s)))
          call matches at 4: matches!(r(), Some(s))
          call r at 4: r()
          call Some at 4: Some(s)
          arrow function#2(e: Foo, {2}): Bar
            g = {2}["0"]
            return e.h(g)
            call h at 3: e.h(g)
        function mine#3()
          call hidden at 6: hidden(?)
    `,
  },
  "a macro around items is called, and they are read": {
    source: `
      cfg_net! {
          pub fn connect() {
              open();
          }
      }
    `,
    flow: `
      file#0
        connect = #1
        call cfg_net at 1: cfg_net()
        exported function connect#1()
          call open at 3: open()
    `,
  },
  "what a macro declares for its own tokens is not known, while names around it are": {
    source: `
      fn f(self_: Foo) {
        tap!(self_, mut this => { this.inner.run(self_); });
        each!(|item| item.show(self_.a()));
      }
    `,
    flow: `
      file#0
        f = #1
        function f#1(self_: Foo)
          call tap at 2: tap(self_, ?)
          call run at 2: ?.inner.run(self_)
          call each at 3: each(#2)
          arrow function#2(item)
            return item.show(self_.a())
            call show at 3: item.show(self_.a())
            call a at 3: self_.a()
    `,
  },
  "a macro calls what its rules say; what they declare or take apart is no call": {
    source: `
      macro_rules! mine {
        ($x:expr, $($y:ident),*) => { $crate::util::other($x); Foo::make($($y.go()),*); };
        () => {
          fn local(a: i32) -> i32 { inner(); } struct X(i32); enum E { A(u8) }
          match y { Kind::One(a) => one(a), Two(b) | Three(b) if check(b) => 1 }
          if let Kind::Four(x) = found() { (x + 1).on(); x[0].at(); $x(1); }
        };
      }
    `,
    flow: `
      file#0
        mine = #1
        mine! = #1
        function mine#1()
          call other at 2: import(crate, *).util.other(?)
          call make at 2: Foo.make(?)
          call go at 2: ?.go()
          call inner at 4: inner()
          call one at 5: one(a)
          call check at 5: check(b)
          call found at 6: found()
          call on at 6: ?.on()
          call at at 6: x["0"].at()
    `,
  },
});

checkReader({
  path: "src/all.rs",
  calls: `
    #![allow(dead_code)]
    use a::b;
    #[derive(Debug)]
    pub struct S<const N: usize> { a: [u8; 4] }
    enum E { A = c1(), B(S) }
    const C: u32 = c2(); static D: &[u32] = &[c3(), c4()];
    trait T { const X: u32 = c5(); fn a(&self); fn b() { c6() } }
    impl T for S { const X: u32 = c7(); fn a(&self) { self.c8(c9()); } }
    mod m { fn f() { c10(); } }
    unsafe fn f<'a, F>(x: F, S { a, .. }: S) -> Result<(), ()> where F: Fn(u32) -> S {
      let a = c11()?; let (b, c) = (c12(), c13()); let Some(d) = c14() else { return c15() };
      if let Ok(e) = c16() && c17() { c18() } else if c19() { c20() } else { c21() }
      'l: loop { break 'l c22(); } while c23() { continue; } while let Some(x) = c24() { c25(); } for x in c26() { c27(); }
      match c28() { E::A if c29() => c30(), S { a: 1 | 2, .. } => { c31() } _ => c32() };
      let cl = move |y: u32, (z, w)| -> u32 { c33() }; let cm = async |q| c34(); let cb = || c35();
      vec![c36(), x.c37(), y::c38(c39())]; println!("{}", c40()); c41!(c42(); c43()); outer!{ inner![c44()] };
      let s = S { a: c45(), b, ..c46() }; c47::<u32>(c48()); T::c49(); <S as T>::c50(); crate::c51(); self::m::c52(); Vec::<S>::c53();
      c54()[c55()] = c56(); *c57() = c58(); c59().0 += c60(); &mut c61(); -c62(); !c63(); c64() as u32; c65() + c66() * c67();
      async { c68().await }; unsafe { c69() } const { c70() }; (c71(), c72()); [c73(); 3]; c74()..c75(); (a.c76)(); return c77();
      fn nested() { c78(); } struct Local; impl Local { fn m() { c79(); } } let t = if a { c80() } else { c81() };
      c82().c83().c84()?.z.c85().c86();
    }
    extern "C" { fn ext(a: u32) -> S; }
    macro_rules! mine { ($a:expr) => { hidden($a) }; }
  `,
  tokens: [
    "fn",
    "f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "::",
    "->",
    "=>",
    "=",
    ";",
    ",",
    ".",
    "&",
    "*",
    "?",
    "!",
    "let",
    "if",
    "else",
    "match",
    "for",
    "in",
    "loop",
    "impl",
    "trait",
    "struct",
    "enum",
    "mod",
    "use",
    "self",
    "Self",
    "crate",
    "super",
    "x",
    "T",
    "|",
    "async",
    "await",
    "move",
    "..",
    "1",
    "'a",
    '"s"',
    "vec!",
    "macro_rules!",
    "$x",
    "where",
    "dyn",
  ],
  deep: `fn f() { g(1)${" + 1".repeat(20_000)} }`,
});
