import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/Store.kt", {
  "classes with properties, constructors, companions and methods": {
    source: `
      package com.acme

      @Service("x")
      abstract class Store<T : Base>(private val name: String, var size: Int = zero, plain: Int) : Parent<T>(name), Closeable {
          companion object {
              const val MAX = 1
              fun create() = Store("a")
          }
          companion object Named : Factory {}
          lateinit var late: Bar
          constructor(a: Int) : this("x") { go() }
          override fun get(key: T): Foo? = find(key)
          suspend inline fun <reified R> block(
              crossinline f: () -> R,
          ): R {
              fun local() { inner() }
              val notASymbol = { a: Int -> a }
              return object : Runnable {
                  override fun run() {}
              }
          }
          inner class Inner
          var prop: Int
              get() = 1
              set(value) { field = value }
      }
    `,
    outline: `
      class Store 3-26
        property Store.name 4-4
        property Store.size 4-4
        constant Store.MAX 6-6
        method Store.create 7-7
        object Store.Named 9-9
        property Store.late 10-10
        constructor Store.constructor 11-11
        method Store.get 12-12
        method Store.block 13-21
          function Store.block.local 16-16
          method Store.block.run 19-19
        class Store.Inner 22-22
        property Store.prop 23-25
    `,
    signatures: `
      Store | abstract class Store<T : Base>(private val name: String, var size: Int = zero, plain: Int) : Parent<T>(name), Closeable
      Store.name | private val name: String
      Store.size | var size: Int = zero
      Store.MAX | const val MAX = 1
      Store.create | fun create()
      Store.Named | companion object Named : Factory
      Store.late | lateinit var late: Bar
      Store.constructor | constructor(a: Int) : this("x")
      Store.get | override fun get(key: T): Foo?
      Store.block | suspend inline fun <reified R> block( crossinline f: () -> R, ): R
      Store.block.local | fun local()
      Store.block.run | override fun run()
      Store.Inner | inner class Inner
      Store.prop | var prop: Int
    `,
    references: `
      3: decorator Service
      4: type Base
      4: type String
      4: type Int
      4: type Int
      4: extends Parent
      4: type T
      4: implements Closeable
      9: implements Factory
      10: type Bar
      11: type Int
      12: type T
      12: type Foo
      14: type R
      15: type R
      17: type Int
      18: implements Runnable
      23: type Int
    `,
  },
  "interfaces, enums, objects, aliases and what stands at the top": {
    source: `
      interface Shape : Area {
          fun size(): Double
          val sides: Int
      }
      fun interface Task {
          fun run()
      }
      enum class Color(val rgb: Int) : Shape {
          RED(1) {
              override fun paint() {}
          },
          @Old GREEN(2);
          fun mix() = 1
      }
      data class Point(val x: Int, val y: Int)
      object Registry : Base() {
          fun add() {}
      }
      typealias Handler = (Int) -> Unit
      const val MAX = 10
      val lazyTop: Int by lazy { 1 }
      fun run() = 1
    `,
    outline: `
      interface Shape 1-4
        method Shape.size 2-2
        property Shape.sides 3-3
      interface Task 5-7
        method Task.run 6-6
      enum Color 8-14
        property Color.rgb 8-8
        enum_member Color.RED 9-11
          method Color.RED.paint 10-10
        enum_member Color.GREEN 12-12
        method Color.mix 13-13
      class Point 15-15
        property Point.x 15-15
        property Point.y 15-15
      object Registry 16-18
        method Registry.add 17-17
      type Handler 19-19
      constant MAX 20-20
      variable lazyTop 21-21
      function run 22-22
    `,
  },
  "extensions are named after the type that they extend": {
    source: `
      fun String.extend(a: Int = 1): Int { return a }
      suspend fun <T> Flow<T>?.second(): T = first()
      val List<Int>.last: Int get() = 1
    `,
    outline: `
      method String.extend 1-1
      method Flow.second 2-2
      property List.last 3-3
    `,
  },
  "calls of functions, methods, constructors and infix functions": {
    source: `
      fun main() {
          plain(1, 2)
          helper.go<Int>(key)?.then { it.stop() }
          Foo.Bar(1)
          list.map(::render)
          a to b
          run { nested() }
      }
    `,
    calls: `
      2: plain/2 in main
      3: helper . go/1 in main
      3: helper.go<Int>(key) . then in main
      3: it . stop/0 in main
      4: Foo . Bar/1 in main
      5: list . map/1 in main
      6: a . to in main
      7: run in main
      7: nested/0 in main
    `,
    references: `
      3: type Int
      5: value render
    `,
  },
  imports: {
    source: `
      import kotlinx.coroutines.flow.*
      import a.b.C
      import a.b.D as E
    `,
    imports: `
      1: import kotlinx.coroutines.flow {*}
      2: import a.b {C}
      3: import a.b {D as E}
    `,
  },
  "doc comments": {
    source: `
      /**
       * Keeps values.
       */
      @Service
      class Store {
          // Its name.
          val name = "x"
      }
    `,
    docs: `
      Store | Keeps values.
      Store.name | Its name.
    `,
  },
  "suspend as a name and as a modifier": {
    source: `
      class T {
          fun a() = f(suspend = false)
          fun b() { helper("suspend = 1") }
          fun f(suspend: Boolean, block: suspend() -> Unit): Int {
              if (suspend) g(suspend, 1)
              val job = suspend { helper() }
              return if (suspend == true) suspend(1) else 0
          }
          suspend fun g(suspend: (a: Int) -> Int) = h()
          val s: suspend (Int) -> Unit = suspend { i -> }
      }
      fun suspend() {}
    `,
    outline: `
      class T 1-11
        method T.a 2-2
        method T.b 3-3
        method T.f 4-8
        method T.g 9-9
        property T.s 10-10
      function suspend 12-12
    `,
    calls: `
      2: f/1 in T.a
      3: helper/1 in T.b
      5: g/2 in T.f
      6: suspend in T.f
      6: helper/0 in T.f
      7: suspend/1 in T.f
      9: h/0 in T.g
      10: suspend in T.s
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      fun before() {}

      val broken = = 1

      class After {
          fun run() {}
      }
    `,
    outline: `
      function before 1-1
      variable broken 3-3
      class After 5-7
        method After.run 6-6
    `,
    diagnostics: "syntax_error",
  },
});
