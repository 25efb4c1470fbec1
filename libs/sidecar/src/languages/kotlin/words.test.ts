import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/Stream.kt", {
  "words that are modifiers elsewhere are names where they stand like one": {
    source: `
      class Stream {
          fun read(open: Boolean) {
              open()
              open = true
              internal.close()
              final[0] = 1
              override { inline() }
              run { external = 1 }
              each { public -> public.send(open as Int) }
              val dynamic = 1
              set = 2
              val left = 3
              get.run()
              val right = 4
              set(1, 2)
              by.run(dynamic)
          }
          var count: Int = 0
              private set
          var size: Int = 0
              get() = 1
              set(value) { field = value }
          internal fun open() {}
          private lateinit var map: Map<String, dynamic>
          fun f(block: suspend (Int) -> Unit, crossinline other: suspend() -> Unit): dynamic = 1
      }
    `,
    outline: `
      class Stream 1-26
        method Stream.read 2-17
        property Stream.count 18-19
        property Stream.size 20-22
        method Stream.open 23-23
        property Stream.map 24-24
        method Stream.f 25-25
    `,
    calls: `
      3: open/0 in Stream.read
      5: internal . close/0 in Stream.read
      7: override in Stream.read
      7: inline/0 in Stream.read
      8: run in Stream.read
      9: each in Stream.read
      9: public . send/1 in Stream.read
      13: get . run/0 in Stream.read
      15: set/2 in Stream.read
      16: by . run/1 in Stream.read
    `,
  },
  "annotated declarations whose modifiers are names too": {
    source: `
      @A annotation class Q

      @A enum class Color { RED, GREEN }

      @Retention(AnnotationRetention.BINARY)
      @Target(A, B) // why
      annotation class Both()

      @A
      actual class Buffer
      @A const val TOP = 1
      @A expect annotation class Common

      @A("x") internal data class Pair(val left: Int)

      @A("x") actual fun f() {}

      @A infix fun Int.times(other: Int) = other
      @A
      operator fun Int.plus(other: Int) {}
      @A("x") private const val MAX = 1
      class Outer {
          @A enum class Kind { ONE }
          companion object {
              @A const val MIN = 1
          }
      }
    `,
    outline: `
      class Q 1-1
      enum Color 3-3
        enum_member Color.RED 3-3
        enum_member Color.GREEN 3-3
      class Both 5-7
      class Buffer 9-10
      constant TOP 11-11
      class Common 12-12
      class Pair 14-14
        property Pair.left 14-14
      function f 16-16
      method Int.times 18-18
      method Int.plus 19-20
      constant MAX 21-21
      class Outer 22-27
        enum Outer.Kind 23-23
          enum_member Outer.Kind.ONE 23-23
        constant Outer.MIN 25-25
    `,
    signatures: `
      Q | annotation class Q
      Color | enum class Color
      Both | annotation class Both()
      Buffer | actual class Buffer
      TOP | const val TOP = 1
      Common | expect annotation class Common
      Pair | internal data class Pair(val left: Int)
      Pair.left | val left: Int
      f | actual fun f()
      Int.times | infix fun Int.times(other: Int)
      Int.plus | operator fun Int.plus(other: Int)
      MAX | private const val MAX = 1
      Outer | class Outer
      Outer.Kind | enum class Kind
      Outer.MIN | const val MIN = 1
    `,
  },
  "declarations of files below several annotations, or below arguments of one in their line": {
    source: `
      @A @B(1) class One {
          fun f() {}
      }
      @A
      @B("b")
      private fun two() {}
      @A(Kind::class) object Three
      @A(1) fun four() {}
      @A("x") @B sealed interface Five
      class Last {
          @A(1) @B(2) fun g() {}
          val size
              @A("size")
              get() = 1
      }
    `,
    outline: `
      class One 1-3
        method One.f 2-2
      function two 4-6
      object Three 7-7
      function four 8-8
      interface Five 9-9
      class Last 10-15
        method Last.g 11-11
        property Last.size 12-14
    `,
    signatures: `
      One | class One
      One.f | fun f()
      two | private fun two()
      Three | object Three
      four | fun four()
      Five | sealed interface Five
      Last | class Last
      Last.g | fun g()
      Last.size | val size
    `,
  },
  "classes that end in the line in which they begin": {
    source: `
      fun interface Clock { fun now(): Long }
      sealed class Result {
          data class Ok(val value: Int) : Result() { fun twice() = value * 2 }
          object No : Result() { override fun toString() = "no" }
      }
      annotation class Marked { companion object { const val KEY = "key" } }
      enum class Kind(val size: Int) { A(1), B(2); fun next() = size + 1 }
      val made = object : Clock { override fun now() = 1L }
      class Empty { }
      class Last { init { run { made.now() } } }
    `,
    outline: `
      interface Clock 1-1
        method Clock.now 1-1
      class Result 2-5
        class Result.Ok 3-3
          property Result.Ok.value 3-3
          method Result.Ok.twice 3-3
        object Result.No 4-4
          method Result.No.toString 4-4
      class Marked 6-6
        constant Marked.KEY 6-6
      enum Kind 7-7
        property Kind.size 7-7
        enum_member Kind.A 7-7
        enum_member Kind.B 7-7
        method Kind.next 7-7
      variable made 8-8
        method made.now 8-8
      class Empty 9-9
      class Last 10-10
    `,
    calls: `
      10: run in Last
      10: made . now/0 in Last
    `,
  },
  "constructors of actual classes": {
    source: `
      actual open class Bytes
      internal actual constructor(
          internal val data: ByteArray,
      ) : Comparable<Bytes> {
          fun f() {}
          actual constructor(text: String) : this(1)
      }
    `,
    outline: `
      class Bytes 1-7
        property Bytes.data 3-3
        method Bytes.f 5-5
        constructor Bytes.constructor 6-6
    `,
  },
  "guards of branches, and contexts": {
    source: `
      class Shop {
          fun sell(x: Any) = when (x) {
              is Book if x.ok() -> one()
              !in all if (ready) -> two()
              Kind.NONE if a && b -> three()
              else if (left()) -> four()
              else -> five()
          }
          fun buy(x: Any) {
              if (x) one()
              else if (left()) two { it -> it }
          }
          context(Logger, store: Store<Int>)
          private fun log() {}
          context(store: Store) val size: Int get() = 1
          fun test() {
              context("a") { fun inner() {} }
          }
      }
    `,
    outline: `
      class Shop 1-19
        method Shop.sell 2-8
        method Shop.buy 9-12
        method Shop.log 14-14
        property Shop.size 15-15
        method Shop.test 16-18
          function Shop.test.inner 17-17
    `,
    calls: `
      3: x . ok/0 in Shop.sell
      3: one/0 in Shop.sell
      4: two/0 in Shop.sell
      5: three/0 in Shop.sell
      6: left/0 in Shop.sell
      6: four/0 in Shop.sell
      7: five/0 in Shop.sell
      10: one/0 in Shop.buy
      11: left/0 in Shop.buy
      11: two in Shop.buy
      17: context/1 in Shop.test
    `,
  },
  "words of texts declare no classes": {
    source: `
      fun tell(it: A) {
          log("object \${ it.name }")
          context("class") { each -> }
      }
      class A(val name: String = "x") { fun f() {} }
    `,
    outline: `
      function tell 1-4
      class A 5-5
        property A.name 5-5
        method A.f 5-5
    `,
  },
  "fields of properties, names that start like an operator, and strings with dollar signs": {
    source: `
      class Model {
          val state: StateFlow<State>
              field = MutableStateFlow(State())
          fun read() {
              val in1 = open()
              in1.close()
              in1.skip(1)
              log($$"C$private fun f", $$"""a""")
          }
          fun later() = 1
      }
    `,
    outline: `
      class Model 1-11
        property Model.state 2-3
        method Model.read 4-9
        method Model.later 10-10
    `,
  },
});
