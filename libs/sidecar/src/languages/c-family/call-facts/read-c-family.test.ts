import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/loop.c", {
  "functions are defined and declared; included files give their names": {
    source: `
      #include "loop.h"
      #include <sys/types.h>
      extern int open_it(struct conn *conn, char **names, ...);
      static struct conn *make(int size) { return alloc(size); }
      int *later(void);
    `,
    flow: `
      file#0
        import all of loop.h
        import all of sys/types.h
        open_it = #1
        make = #2
        later = #3
        abstract exported function open_it#1(conn: struct conn, names: <char>): <int>
        function make#2(size: <int>): struct conn
          return alloc(size)
          call alloc at 4: alloc(size)
        abstract exported function later#3(): <int>
    `,
  },
  "structs are called by their tags, and by their typedefs": {
    source: `
      typedef struct node { struct node *next; int (*call)(int); struct conn *a, b[2]; } node_t, *node_p;
      typedef struct { int x; } plain;
      typedef int (*handler)(struct conn *);
      enum color { RED = base(), GREEN };
      union any { int i; };
    `,
    flow: `
      file#0
        struct node = #1
        node_t = #1
        node_p = #1
        plain = #2
        handler = () => <int>
        RED = a #3
        GREEN = a #3
        enum color = #3
        union any = #4
        class node#1
          next = a struct node
          call = a () => <int>
          a = a struct conn
          b = a []<struct conn>
        class plain#2
          x = a <int>
        class color#3
          RED = a #3
          GREEN = a #3
          call base at 4: base()
        class any#4
          i = a <int>
    `,
  },
  "function pointers flow through variables, fields and tables": {
    source: `
      static void (*hook)(int) = &start;
      static const struct ops ops = { .open = my_open, .depth = 3, { nested } };
      static struct entry table[] = { { "a", first }, { "b", &second } };
      handler all[] = { first, [2] = second };
      void f(struct loop *loop, void (*cb)(int)) {
        loop->cb = cb;
        hook = stop;
        table[0].run(size);
        (*loop->cb)(size);
        (loop->cb)(size);
        register_it((handler) first);
        struct conn *conn = (struct conn *) find(loop);
        conn->close(&(struct args){ .done = finish });
      }
    `,
    flow: `
      file#0
        hook = a () => ?
        hook = start
        ops = (a struct ops | {open: my_open})
        table = a []<struct entry>
        all = (a []<handler> | [first, second])
        f = #1
        hook = stop in #1
        a struct ops.open = my_open
        a struct ops["2"]["0"] = nested
        a []<struct entry>[?]["1"] = first
        a []<struct entry>[?]["1"] = second
        exported function f#1(loop: struct loop, cb: () => ?)
          conn = a struct conn
          conn = a struct conn
          loop.cb = cb
          a struct args.done = finish
          call run at 8: table["0"].run(size)
          call cb at 9: loop.cb(size)
          call cb at 10: loop.cb(size)
          call register_it at 11: register_it(first)
          call find at 12: find(loop)
          call close at 13: conn.close((a struct args | {done: finish}))
    `,
  },
  "a name that a block declares anew is another one": {
    source: `
      void f(int n) {
        struct a *it = first();
        { struct b *it = second(); it->run(); }
        for (struct c *it = third(); it; it = it->next) it->walk();
        it->stop();
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(n: <int>)
          it = a struct a
          it = first()
          it~1 = a struct b
          it~1 = second()
          it~2 = a struct c
          it~2 = third()
          it~2 = it~2.next
          call first at 2: first()
          call second at 3: second()
          call run at 3: it~1.run()
          call third at 4: third()
          call walk at 4: it~2.walk()
          call stop at 5: it.stop()
    `,
  },
});

checkCallFacts("src/server.cc", {
  "a class has its bases, members, constructors and templates": {
    source: `
      template <typename T, class U = Conn>
      class Box : public Base<T>, private virtual ns::Lock {
       public:
        Box() = default;
        explicit Box(int a, Conn &&b = make()) : Base<T>(a), conn_(b), other_{more()} { init(); }
        ~Box() override { close(); }
        virtual void pure(int) = 0;
        static Conn *of(int a) { return new Conn(a); }
        const Conn &get() const;
        void operator()(T x) { run(x); }
        using Type = T;
        friend bool operator==(const Box &a, const Box &b) { return same(a, b); }
        friend class Other;
        struct Inner { int q; };
       private:
        Conn conn_, *other_ = nullptr; std::unique_ptr<Conn> owned_; std::function<Conn(int)> call_;
      };
    `,
    flow: `
      file#0
        Box = #1
        class Box#1 < Base<T> < ns.Lock
          T = ?<>
          U = ?<>
          <init> = #2
          <init> = #3
          ~Box = #4
          pure = #5
          of = #6
          get = #7
          operator() = #8
          Type = T
          operator== = #9
          Inner = #10
          struct Inner = #10
          conn_ = a Conn
          other_ = a Conn
          owned_ = a std.unique_ptr<Conn>
          call_ = a () => Conn
          constructor exported function Box#2()
          constructor exported function Box#3(a: <int>, b: Conn = make())
            this.conn_ = b
            this.other_ = more()
            call make at 5: make()
            call Base at 5: new Base<T>(a)
            call more at 5: more()
            call init at 5: init()
          exported function ~Box#4()
            call close at 6: close()
          abstract exported function pure#5(: <int>)
          static function of#6(a: <int>): Conn
            return new Conn(a)
            call Conn at 8: new Conn(a)
          abstract exported function get#7(): Conn
          exported function operator()#8(x: T)
            call run at 10: run(x)
          exported function operator==#9(a: Box, b: Box): <bool>
            return same(a, b)
            call same at 12: same(a, b)
          class Inner#10
            q = a <int>
    `,
  },
  "a method may stand outside of its class, which is its owner": {
    source: `
      int Server::Part::run(Conn &conn) { this->first(); second(); count_ = conn.next(); return Server::of(); }
      Server::Server(int port) : Base(port), conn_(dial()) {}
      template <typename T> void Box<T>::put(T item) { item.close(); }
      int Server::total = count();
    `,
    flow: `
      file#0
        call count at 4: count()
        exported function run#1(conn: Conn): <int> of Server.Part
          this.count_ = conn.next()
          return Server.of()
          call first at 1: this.first()
          call second at 1: second()
          call next at 1: conn.next()
          call of at 1: Server.of()
        constructor exported function Server#2(port: <int>) of Server
          this.conn_ = dial()
          call Base at 2: new Base(port)
          call dial at 2: dial()
        exported function put#3(item: T) of Box
          T = ?<>
          call close at 3: item.close()
    `,
  },
  "namespaces hold names; using takes them over": {
    source: `
      namespace a::b {
      namespace { void hidden() {} }
      class Conn;
      void open() { hidden(); }
      }
      using namespace a::b;
      using a::b::open;
      using Conns = std::vector<a::b::Conn>;
      namespace fs = std::filesystem;
      extern "C" { void plain(int); }
    `,
    flow: `
      file#0
        import all of ::a::b
        a = #1
        open = a.b.open
        Conns = std.vector<a.b.Conn>
        fs = std.filesystem
        plain = #5
        namespace a#1
          b = #2
          namespace b#2
            hidden = #3
            open = #4
            exported function hidden#3()
            exported function open#4()
              call hidden at 4: hidden()
        abstract exported function plain#5(: <int>)
    `,
  },
  "objects are made by declarations, new, and the library": {
    source: `
      void f(int n) {
        Conn a(n), b{n}, c = Conn(size), d;
        Conn e(n), k(dial());
        auto *g = new ns::Conn(size);
        auto h = std::make_unique<Conn>(size);
        auto i = static_cast<Conn *>(find());
        Conn{n}.close();
        std::vector<Conn> all = {a, b};
        auto [first, second] = pair();
        auto moved = std::move(a);
        delete g;
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1(n: <int>)
          a = a Conn
          a = new Conn(n)
          b = new Conn(n)
          c = a Conn
          c = Conn(size)
          d = a Conn
          e = a Conn
          e = new Conn(n)
          k = a Conn
          k = new Conn(dial())
          g = new ns.Conn(size)
          h = a std.unique_ptr<Conn>
          i = a Conn
          all = a std.vector<Conn>
          first = pair()["0"]
          second = pair()["1"]
          moved = a
          a std.vector<Conn>["0"] = a
          a std.vector<Conn>["1"] = b
          call Conn at 2: new Conn(n)
          call Conn at 2: new Conn(n)
          call Conn at 2: Conn(size)
          call Conn at 2: Conn.<init>()
          call Conn at 3: new Conn(n)
          call Conn at 3: new Conn(dial())
          call dial at 3: dial()
          call Conn at 4: new ns.Conn(size)
          call make_unique at 5: std.make_unique<Conn>(size)
          call Conn at 5: new Conn(size)
          call find at 6: find()
          call Conn at 7: new Conn(n)
          call close at 7: new Conn(n).close()
          call pair at 9: pair()
          call move at 10: std.move(a)
    `,
  },
  "loops, conditions and handlers declare names of their own": {
    source: `
      void f() {
        for (auto &each : conns()) each.close();
        for (const Conn &each : all) each.stop();
        while (Conn *next = take()) next->run();
        if (auto it = find(); it != end()) it->use();
        try { work(); } catch (const Error &e) { e.log(); }
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1()
          each = each of conns()
          each~1 = a Conn
          next = a Conn
          next = take()
          it = find()
          e = a Error
          call conns at 2: conns()
          call close at 2: each.close()
          call stop at 3: each~1.stop()
          call take at 4: take()
          call run at 4: (*next).run()
          call find at 5: find()
          call end at 5: end()
          call use at 5: (*it).use()
          call work at 6: work()
          call log at 6: e.log()
    `,
  },
  "lambdas are values; what they capture may have a name of its own": {
    source: `
      class A {
        void f(Conn &conn) {
          auto run = [this, &conn, more = extra()](int a) -> Conn { return conn.next(more, a); };
          run(size);
          each([&](auto x) { count_ = x.size(); });
        }
      };
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          exported function f#2(conn: Conn)
            run = #3
            call extra at 3: extra()
            call run at 4: run(size)
            call each at 5: each(#4)
            arrow function#3(a: <int>): Conn
              more = extra() in #2
              return conn.next(more, a)
              call next at 3: conn.next(more, a)
            arrow function#4(x)
              this.count_ = x.size()
              call size at 5: x.size()
    `,
  },
  "calls may be qualified and have template arguments": {
    source: `
      void f() {
        a::b::g(size);
        ::global();
        Base::f();
        pick<int>(size);
        conn.as<Conn>().close();
        this->template to<int>();
        table[0](size);
        (ok ? one() : two)->run();
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1()
          call g at 2: a.b.g(size)
          call global at 3: global in #0()
          call f at 4: Base.f()
          call pick at 5: pick<<int>>(size)
          call as at 6: conn.as<Conn>()
          call close at 6: conn.as<Conn>().close()
          call to at 7: this.to<<int>>()
          call  at 8: table["0"](size)
          call one at 9: one()
          call run at 9: (*(one() | two)).run()
    `,
  },
});

checkReader({
  path: "src/all.cpp",
  calls: `
    #include "x.h"
    namespace a { int z = c1(); namespace b { c2 w(3); } }
    struct ops t = { .open = c3(), c4(), { c5() } };
    int arr[c6()], (*fp)(int) = c7();
    enum E { A = c8(), B };
    template <typename T> class K : public Base {
     public:
      K(int x = c9()) : Base(c10()), m_{c11()} { c12(); }
      ~K() { c13(); }
      int f_ = c14(); static int s_ = c15(), r_{c16()};
      virtual void p(int) = 0;
      int m() const { return c17() + this->c18() + x.c19().c20(); }
    };
    int K::out(int x) { c21(); return c22(x), c23(); }
    TEST(Store, Opens) { c24(); }
    int main(int argc, char **argv) {
      c25 a(c26()); c27 b{c28()}; auto d = new c29(c30()); auto e = ns::c31<int>(c32()); auto g = static_cast<Foo *>(c33()); Foo *h = (Foo *) c34();
      for (auto &i : c35()) { i.c36(); } for (int i = c37(); i < c38(); i += c39()) c40();
      while (Foo *q = c41()) q->c42(); do { c43(); } while (c44()); if (auto it = c45(); it != c46()) c47(); else if (c48()) c49(); else { c50(); }
      switch (c51()) { case 1: c52(); break; default: c53(); }
      try { c54(); } catch (const E &e) { c55(e); } catch (...) { c56(); }
      auto l = [x = c57()](int p = c58()) { return c59(p); }; [&] { c60(); }(); c61([] { c62(); });
      a = c63(); a.b = c64(); a[c65()] = c66(); *c67() = c68(); a += c69(); c70()->x.c71(); (*c72)(1); (c73)(2);
      c74() ? c75() : c76(); sizeof(c77()); throw c78(c79()); return c80(), !c81() && -c82() || c83()[c84()];
      auto [u, v] = c85(); static int st = c86(); label: c87(); goto label; int r2[] = {c88(), c89()}; c90<int>(c91(args)...); c92{c93()}; delete c94(); co_await c95();
      struct L { int f() { return c96(); } } loc;
    }
    #ifdef X
    void cond() { c97(); }
    #else
    void other() { c98(); }
    #endif
    extern "C" { int cfun() { return c99(); } }
  `,
  tokens: [
    "class",
    "struct",
    "A",
    "{",
    "}",
    "(",
    ")",
    "int",
    "f",
    "x",
    "=",
    ",",
    ";",
    ".",
    "->",
    "::",
    "*",
    "&",
    "[",
    "]",
    "template",
    "<",
    ">",
    "typename",
    "namespace",
    "using",
    "new",
    "this",
    "for",
    "if",
    "switch",
    "case",
    ":",
    "try",
    "catch",
    "enum",
    "#define M(x) f(x)\n",
    "#ifdef X\n",
    "#endif\n",
    "typedef",
    "return",
    '"s"',
    "1",
    "~",
    "operator()",
    "auto",
    "static",
  ],
  deep: `int x = f(1)${" + 1".repeat(50_000)};`,
});
