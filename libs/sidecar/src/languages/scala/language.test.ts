import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/Store.scala", {
  "a type behind a self type that is an object's": {
    source: `
      private[net] trait Platform { self: Server.type =>
        sealed trait Key[A] {
          def value: A
        }
        def run = 1
      }
    `,
    outline: `
      trait Platform 1-6
        trait Platform.Key 2-4
          method Platform.Key.value 3-3
        method Platform.run 5-5
    `,
  },
  "classes with parameters, types, values and methods": {
    source: `
      package com.acme

      @deprecated("x", "1")
      abstract class Store[T <: Base](val name: String, private var size: Int = 0, plain: Int)(implicit ec: Context)
          extends Parent[T](name) with Closeable with ns.Other {
        type Out = List[T]
        private val field: List[Foo] = List()
        lazy val late = go()
        var x, y = 1
        val (left, right) = pair
        final val Max = 3
        def this(a: Int) = this("x", a, 1)
        def get[R](key: T)(implicit f: R => T): Option[R] = run(key)
        def abs(
          a: Int
        ): Unit
        def block: Int = {
          def local(a: Int): Int = inner(a)
          val notASymbol = 1
          new Foo(1) { def made() = 1 }
        }
        def +(other: Store): Store = other
      }
    `,
    outline: `
      class Store 3-23
        field Store.name 4-4
        field Store.size 4-4
        type Store.Out 6-6
        field Store.field 7-7
        field Store.late 8-8
        field Store.x 9-9
        field Store.y 9-9
        field Store.left 10-10
        field Store.right 10-10
        constant Store.Max 11-11
        constructor Store.this 12-12
        method Store.get 13-13
        method Store.abs 14-16
        method Store.block 17-21
          function Store.block.local 18-18
          method Store.block.made 20-20
        method Store.+ 22-22
    `,
    references: `
      3: decorator deprecated
      4: type Base
      4: type String
      4: type Int
      4: type Int
      4: type Context
      5: extends Parent
      5: type T
      5: value name
      5: implements Closeable
      5: implements Other
      6: type List
      6: type T
      7: type List
      7: type Foo
      10: value pair
      12: type Int
      12: value a
      13: type T
      13: type R
      13: type T
      13: type Option
      13: type R
      13: value key
      15: type Int
      16: type Unit
      17: type Int
      18: type Int
      18: type Int
      18: value a
      20: type Foo
      22: type Store
      22: type Store
    `,
  },
  "signatures begin behind annotations and end before the body": {
    source: `
      @a final case class Pair[A](x: A) extends Shape
      trait Shape {
        @inline def get[R](key: R)(implicit f: R): Option[R] = run(key)
        def abs(
          a: Int
        ): Unit
      }
    `,
    signatures: `
      Pair | final case class Pair[A](x: A) extends Shape
      Pair.x | x: A
      Shape | trait Shape
      Shape.get | def get[R](key: R)(implicit f: R): Option[R]
      Shape.abs | def abs( a: Int ): Unit
    `,
  },
  "objects, case classes, traits and package objects": {
    source: `
      object Store { def apply(a: Int) = new Store(a) }
      case class Point(x: Int, y: Int) extends Shape
      sealed trait Shape { def area: Double; val sides: Int }
      case object Circle extends Shape
      package object util { def helper() = 1 }
      implicit class Ops[A](val a: A) extends AnyVal { def twice: A = a }
    `,
    outline: `
      object Store 1-1
        method Store.apply 1-1
      class Point 2-2
        field Point.x 2-2
        field Point.y 2-2
      trait Shape 3-3
        method Shape.area 3-3
        field Shape.sides 3-3
      object Circle 4-4
      object util 5-5
        method util.helper 5-5
      class Ops 6-6
        field Ops.a 6-6
        method Ops.twice 6-6
    `,
  },
  "indented Scala 3": {
    source: `
      package x:
        enum Color(val rgb: Int) extends Enum[Color]:
          case Red extends Color(1)
          case Green, Blue
          case Mix(a: Int)
          def m = 1
        given intOrd: Ord[Int] with
          def compare(x: Int, y: Int) = 1
        given Ord[String] = ???
        extension [A](s: List[A])
          def twice: String = s + s
        opaque type Id = String

        class Store(a: Int):
          def m(): Int =
            a
        end Store
      val top: Int = 1
      @main def run(args: String*): Unit =
        println("x")
    `,
    outline: `
      namespace x 1-17
        enum x.Color 2-6
          field x.Color.rgb 2-2
          enum_member x.Color.Red 3-3
          enum_member x.Color.Green 4-4
          enum_member x.Color.Blue 4-4
          enum_member x.Color.Mix 5-5
          method x.Color.m 6-6
        object x.intOrd 7-8
          method x.intOrd.compare 8-8
        extension x.List 10-11
          method x.List.twice 11-11
        type x.Id 12-12
        class x.Store 14-16
          method x.Store.m 15-16
      variable top 18-18
      function run 19-20
    `,
  },
  calls: {
    source: `
      object A {
        def run = {
          helper.go[Int](key).map(_.stop()).flatMap { x => plain(x) }
          new Foo(1)
          new ns.Bar[Int]
          Case(1, 2)
          a infixed b
          s"text \${call()}"
          curried(1)(2)
        }
      }
    `,
    calls: `
      3: helper . go/1 in A.run
      3: helper.go[Int](key) . map/1 in A.run
      3: _ . stop/0 in A.run
      3: helper.go[Int](key).map(_.stop()) . flatMap in A.run
      3: plain/1 in A.run
      4: Foo/1 in A.run
      5: ns . Bar in A.run
      6: Case/2 in A.run
      7: a . infixed/1 in A.run
      8: call/0 in A.run
      9: curried/1 in A.run
    `,
  },
  imports: {
    source: `
      import cats.data.{Kleisli, EitherT => ET, Hidden => _, _}
      import scala.collection.mutable
      import x.y.Z, q.R
      import cats.syntax.all.*
      import a.{b as c, given}
      export x.y.{z as w}
    `,
    imports: `
      1: import cats.data {Kleisli, EitherT as ET, *}
      2: import scala.collection {mutable}
      3: import x.y {Z}
      3: import q {R}
      4: import cats.syntax.all {*}
      5: import a {b as c, *}
      6: reexport x.y {z as w}
    `,
  },
  "doc comments": {
    source: `
      /**
       * Keeps values.
       * @tparam T of this type
       */
      @deprecated
      class Store[T] {
        // Its name.
        val name = "x"
        val size = 1
      }
    `,
    docs: `
      Store | Keeps values.
      Store.name | Its name.
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      object Before {
        def broken(a: = 1
      }

      class After {
        def run(): Unit = go()
      }
    `,
    outline: `
      object Before 1-3
        method Before.broken 2-2
      class After 5-7
        method After.run 6-6
    `,
    diagnostics: "syntax_error",
  },
});
