import { checkCallFacts, checkReader } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("server/Server.kt", {
  "imports bind a name, their own, or all names": {
    source: `
      package a.b.c
      import a.b.C
      import a.b.D as E
      import a.b.*
    `,
    flow: `
      file#0
        import all of a.b
        C = import(a.b.C, *)
        E = import(a.b.D, *)
      package a.b.c
    `,
  },
  "a class has its bases; initialisers see what its primary constructor is given": {
    source: `
      open class Server<T : Conn, K>(val name: String, conn: Conn = dial()) : Node<T>(conn), Closeable, Store by open() {
          val first: Conn = conn.next()
          private var count = 0
          init { boot(conn) }
          constructor(port: Int) : this("a", dial(port)) { start() }
          override fun close() { count = 1 }
          abstract fun stop(): Conn
          inner class Part { fun up() = this@Server.close() }
      }
    `,
    flow: `
      file#0
        Server = #1
        exported class Server#1 < Node<T> < Closeable < Store
          T = Conn<>
          K = ?<>
          <init> = #2
          name = name in #2
          conn = conn in #2
          first = a Conn
          first = conn.next()
          count = <Int>
          <init> = #4
          close = #5
          stop = #6
          Part = #7
          call next at 2: conn.next()
          constructor function Server#2(name: String, conn: Conn = dial())
            call dial at 1: dial()
            call super at 1: super(conn)
            call open at 1: open()
          function#3()
            call boot at 4: boot(conn)
          constructor exported function Server#4(port: Int)
            call Server at 5: Server("a", dial(port))
            call dial at 5: dial(port)
            call start at 5: start()
          exported function close#5()
            this.count = <Int>
          abstract exported function stop#6(): Conn
          exported class Part#7
            up = #8
            exported function up#8()
              return a Server.close()
              call close at 8: a Server.close()
    `,
  },
  "data classes have components and copies": {
    source: `
      data class Pair(val left: Conn, val right: Conn)
      fun f() {
          val (a, b) = pair()
          for ((key, value) in all) value.close(key)
      }
    `,
    flow: `
      file#0
        Pair = #1
        f = #3
        exported class Pair#1
          <init> = #2
          left = left in #2
          component1 = left in #2
          right = right in #2
          component2 = right in #2
          copy = () => Pair
          constructor function Pair#2(left: Conn, right: Conn)
        exported function f#3()
          a = pair().component1
          b = pair().component2
          key = each of all.component1
          value = each of all.component2
          call pair at 3: pair()
          call close at 4: value.close(key)
    `,
  },
  "members of a companion are members of its class; objects are classes": {
    source: `
      class A {
          companion object : Factory() {
              fun of() = A()
              val LIMIT = limit()
          }
      }
      object Single : Store { fun open() {} }
    `,
    flow: `
      file#0
        A = #1
        Single = #4
        exported class A#1
          Companion = #2
          of = #2.of
          LIMIT = #2.LIMIT
          exported class Companion#2 < Factory
            of = #3
            LIMIT = limit()
            call super at 2: super()
            call limit at 4: limit()
            exported function of#3()
              return A()
              call A at 3: A()
        exported class Single#4 < Store
          open = #5
          exported function open#5()
    `,
  },
  "enums have entries, which may be classes of their own": {
    source: `
      enum class Color(val x: Int) : Paint {
          RED(size) { override fun mix() = warm() },
          GREEN(cold());
          abstract fun mix(): Int
      }
    `,
    flow: `
      file#0
        Color = #1
        exported class Color#1 < Paint < import(kotlin.Enum, *)
          <init> = #2
          x = x in #2
          values = () => Array<Color>
          entries = a List<Color>
          valueOf = () => Color
          RED = a #3
          GREEN = Color(cold())
          mix = #5
          call Color at 2: Color(size)
          call Color at 3: Color(cold())
          call cold at 3: cold()
          constructor function Color#2(x: Int)
          exported class RED#3 < #1
            mix = #4
            exported function mix#4()
              return warm()
              call warm at 2: warm()
          abstract exported function mix#5(): Int
    `,
  },
  "interfaces have abstract functions": {
    source: `
      interface Store : Closeable {
          val conn: Conn
          fun open(name: String): Conn
          fun close() {
              dial("a")
          }
      }
      fun interface Action {
          fun run()
      }
    `,
    flow: `
      file#0
        Store = #1
        Action = #4
        exported interface Store#1 < Closeable
          conn = a Conn
          open = #2
          close = #3
          abstract exported function open#2(name: String): Conn
          exported function close#3()
            call dial at 5: dial("a")
        exported interface Action#4
          run = #5
          abstract exported function run#5()
    `,
  },
  "extensions belong to the type that they extend": {
    source: `
      fun Server?.stop(vararg conns: Conn, name: String = default()): Conn = close(name)
      val Server.first: Conn get() = all()
      fun <T> List<T>.pick(by: (T) -> Boolean, more: Conn): T = this[0]
    `,
    flow: `
      file#0
        stop = #1
        first = #2
        pick = #3
        exported function stop#1(rest conns: Array<Conn>, name: String = default()): Conn of Server
          return close(name)
          call default at 1: default()
          call close at 1: close(name)
        getter function first#2(): Conn of Server
          return all()
          call all at 2: all()
        exported function pick#3(by: () => Boolean, more: Conn): T of List<T>
          T = ?<>
          return this["0"]
    `,
  },
  "properties have types, values, getters and delegates": {
    source: `
      val top: Conn by lazy { dial() }
      val action = { x: Conn -> x.close() }
      class A {
          lateinit var late: Conn
          val got: Conn get() = dial()
          var count = 1
              set(value) { log(value) }
          val some by observed()
      }
    `,
    flow: `
      file#0
        top = a Conn
        top = dial() in #1
        action = #2
        A = #3
        call lazy at 1: lazy(#1)
        arrow function#1()
          return dial()
          call dial at 1: dial()
        arrow function action#2(x: Conn)
          return x.close()
          call close at 2: x.close()
        exported class A#3
          late = a Conn
          got = a Conn
          got = #4
          count = <Int>
          some = ?
          call observed at 8: observed()
          getter function got#4(): Conn
            return dial()
            call dial at 5: dial()
          setter function count#5(value)
            call log at 7: log(value)
    `,
  },
  "calls have named arguments, type arguments, and operators that are words": {
    source: `
      fun f() {
          make<Conn>(name = dial(), size, *all)
          one.pick<Conn>(size)
          a joins b()
          a?.b()!!.c()
          super.f()
          Foo.Bar.of("a $x \${y()}", z)
          object : Base(size), Store { override fun open() { outer() } }
      }
    `,
    flow: `
      file#0
        f = #1
        exported function f#1()
          call make at 2: make<Conn>(name: dial(), size, *: all)
          call dial at 2: dial()
          call pick at 3: one.pick<Conn>(size)
          call joins at 4: a.joins(b())
          call b at 4: b()
          call b at 5: a.b()
          call c at 5: a.b().c()
          call f at 6: super.f()
          call of at 7: Foo.Bar.of(<String>, z)
          call y at 7: y()
          exported class#2 < Base < Store
            open = #3
            call super at 8: super(size)
            exported function open#3()
              call outer at 8: outer()
    `,
  },
});

checkReader({
  path: "server/All.kt",
  calls: `
    package all
    import a.b.C
    val top by lazy { c1() }
    val v: Foo = c2()
    val lam = { x: Foo -> c3(x) }
    @Ann(1) class A<T>(val a: Foo = c4(), b: Int) : Base(c5()), I by c6() {
        constructor(x: Int) : this(c7()) { c8() }
        init { c9() }
        val p: Foo get() = c10()
        var q = c11()
            set(value) { c12() }
        companion object { fun of() = c13() }
        fun m(x: Int = c14(), vararg y: Foo): Foo = c15().c16()
        object Inner { val z = c17() }
    }
    enum class Col(val x: Int) {
        RED(c18()) { override fun f() = c19() },
        BLUE(1);
        abstract fun f(): Int
    }
    interface I {
        fun n()
        fun d() { c20() }
    }
    fun Foo.ext(f: (Int) -> Unit) {
        val (x, y) = c21()
        for ((k, w) in c22()) { c23(k) }
        for (i in c24()) c25(i)
        while (c26()) { c27() }
        do { c28() } while (c29())
        if (c30()) c31() else if (!c32(x)) { c33() } else c34()
        when (c35()) {
            is Foo -> c36()
            1, c37() -> c38()
            in c39() -> c40()
            else -> { c41() }
        }
        when (val s = c42()) { else -> s }
        when { c43() && c44() -> c45(); else -> c46() }
        try { c47() } catch (e: E) { c48(e) } finally { c49() }
        val o = object : Base(c50()) { override fun n() { c51() } }
        val g = fun(x: Int): Foo { return c52(x) }
        c53(1, named = c54()) { c55(it) }
        a.c56 { y -> c57(y) }.c58()?.c59()!!.c60()
        with(c61()) { c62() }
        a.apply { c63() }
        run { c64() }
        a.b = c65()
        a[c66()] = c67()
        a += c68()
        x c69 c70()
        "t \${c71()} $x"
        """r \${c72()}"""
        val e = c73() ?: c74()
        (c75() as Foo).c76()
        c77<Foo>()
        c78<Foo>(c79())
        c80(*c81())
        -c82()
        c83()..c84()
        c85()[c86()]
        if (c87() is Foo) return
        throw c88()
    }
    fun last(): Foo {
        fun local() = c89()
        return c90(::local, Foo::bar)
    }
  `,
  tokens: [
    "class",
    "A",
    "{",
    "}",
    "(",
    ")",
    "fun",
    "f",
    "val",
    "x",
    "=",
    ",",
    ".",
    "->",
    "::",
    "object",
    ":",
    "this",
    "super",
    "when",
    "is",
    "in",
    "if",
    "else",
    "for",
    "try",
    "catch",
    "enum",
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
    "companion",
    "by",
    "?:",
    "?.",
    "!!",
    "get()",
    "constructor",
    "init",
    "&&",
  ],
  deep: `val x = f(1)${" + 1".repeat(50_000)}`,
});
