/** Scala's classes and their companions. */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("Scala", () => {
  checkEdges({
    "a call without new is one of the companion's apply, where it has one, and else makes the class": {
      files: `
  //- a.scala
  package app
  case class Point(x: Int)
  class Server(port: Int)
  object Server { def apply(p: Int): Server = new Server(p) }
  object Tool { def apply(p: Int): Int = p }
  object Empty { def other(): Int = 1 }
  case class Both(x: Int)
  object Both { def apply(s: String): Both = new Both(1) }
  trait Shape[A]
  object Shape { def apply[A](a: A): Shape[A] = new Shape[A] {} }
  object Main {
    def run(): Unit = {
      Shape(1)
      Point(1)
      new Point(1)
      new Server(80)
      Server(80)
      Tool(1)
      Empty(1)
      Both(1)
    }
  }
`,
      edges: `
        Server.apply → Server@3
        Both.apply → Both@7
        Shape.apply → Shape@9
        Main.run → Shape.apply
        Main.run → Point
        Main.run → Point
        Main.run → Server@3
        Main.run → Server.apply
        Main.run → Tool.apply
        Main.run → Both@7 possible, Both.apply possible
      `,
    },
    "of several constructors none is certain, and the one behind the name is among them": {
      files: `
  //- a.scala
  class Two(val a: Int) {
    def this() = this(1)
  }
  object Main { def run(): Unit = new Two(1) }
`,
      edges: `
        Two.this@2 → Two.this@2 possible, Two.this@1 possible
        Main.run → Two.this@2 possible, Two.this@1 possible
      `,
    },
    "a class with a companion is found by its name in other files": {
      files: `
  //- a.scala
  case class Point(x: Int)
  object Point { def origin: Point = new Point(0) }
  //- b.scala
  object Main { def run(): Unit = { new Point(1); Point(2) } }
`,
      edges: `
        Point.origin → Point@1
        Main.run → Point@1 name_match
        Main.run → Point@1 name_match
      `,
    },
  });
});
