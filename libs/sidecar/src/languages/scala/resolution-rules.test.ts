/** Scala: packages and imports, declared types, classes and their companions. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("Scala", () => {
  checkEdges({
    "functions are read by their names whose parameters are types, or are given by themselves": {
      files: `
  //- a.scala
  package app
  trait Support {
    def session(implicit request: Request): Session = request
    def session(key: String)(implicit request: Request): String = key
    def option[A: Ordering](implicit request: Request): Option[A] = None
    def using_(using request: Request): Int = 1
    def given[A](x: A): A = x
  }
  class Servlet extends Support {
    def one() = session.close()
    def two() = session("a")
    def three() = option map { _ => 1 }
    def four() = this.option[Map[Int, String]]
    def five() = using_
    def six() = given[Int](1)
    def seven() = run(given)
  }
`,
      edges: `
        Servlet.one → Support.session@3
        Servlet.two → Support.session@3 possible, Support.session@4 possible
        Servlet.three → Support.option
        Servlet.four → Support.option
        Servlet.five → Support.using_
        Servlet.six → Support.given
      `,
    },
    "an object with types behind its name is applied": {
      files: `
  //- a.scala
  package app
  object Tests { def apply[F[_]: Monad]: Tests[F] = new Tests[F] {} }
  trait Tests[F[_]] {
    def all[A](implicit a: Arbitrary[A]): Rules = some[A]
    def some[A](implicit a: Arbitrary[A]): Rules = null
  }
  class Suite {
    def go() = check(Tests[Either[Int, *]].all[Int])
  }
`,
      edges: `
        Tests.apply → Tests@3
        Tests.all → Tests.some
        Suite.go → Tests.apply
        Suite.go → Tests.all
      `,
    },
    "a type has the members of what it says that its objects are of": {
      files: `
  //- a.scala
  package app
  trait Handler { def handle(x: Int): Unit }
  trait Base extends Handler { self: Other =>
    def matching(path: String): Int = 1
    def handle(x: Int): Unit = { other() }
  }
  trait Cors extends Handler { this: Base =>
    def go() = { matching("b"); this.matching("c") }
  }
  trait Other { self: Base with Store[Int] =>
    def other(): Unit = { matching("d"); put(1) }
  }
  trait Store[A] { def put(a: A): Unit = {} }
`,
      edges: `
        Base.handle → Other.other
        Cors.go → Base.matching
        Cors.go → Base.matching
        Other.other → Base.matching
        Other.other → Store.put
      `,
    },
    "methods of types that are made where they stand are in the place of those of what they are made of": {
      files: `
  //- a.scala
  package app
  trait Eq[A] {
    def eqv(x: A): Boolean
    def neqv(x: A): Boolean = !eqv(x)
  }
  trait Log { def log(): Unit = {} }
  object Eq {
    def from(f: Int): Eq[Int] = new Eq[Int] {
      def eqv(x: Int) = { helper(x); neqv(x) }
      def helper(x: Int) = true
    }
    val one: Eq[Int] = new Eq[Int] with Log { def eqv(x: Int) = { log(); true } }
    val two = List(1).map { x => new Base(x) { override def run() = super.run() } }
  }
  class Base(x: Int) { def run(): Unit = {} }
  object Main { def go(e: Eq[Int], b: Base) = { e.eqv(1); b.run() } }
`,
      edges: `
        Eq.neqv → Eq.eqv, Eq.from.<8>.eqv possible, Eq.<12>.eqv possible
        Eq.from → Eq@2
        Eq.from.<8>.eqv → Eq.from.<8>.helper
        Eq.from.<8>.eqv → Eq.neqv
        Eq.<12>.eqv → Log.log
        Eq.<13> → Base
        Eq.<13>.<13>.run → Base.run
        Main.go → Eq.eqv, Eq.from.<8>.eqv possible, Eq.<12>.eqv possible
        Main.go → Base.run, Eq.<13>.<13>.run possible
      `,
    },
    "an object inside of another is imported by its name": {
      files: `
  //- a.scala
  package app
  object Status {
    import Registry._
    private object Registry { def register(code: Int): Int = code }
    val Continue: Int = register(100)
    def run(): Int = register(2)
  }
`,
      edges: `
        a.scala → Status.Registry.register
        Status.run → Status.Registry.register
      `,
    },
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
    "an object is called by the apply that it has from above, and what that gives is what the call gives": {
      files: `
  //- a.scala
  class Made { def run(): Unit = {} }
  class Factory { def apply(x: Int): Made = new Made }
  class Server(x: Int) { def run(): Unit = {} }
  object Server extends Factory
  object Main { def go(): Unit = { Server(1).run(); new Server(1).run(); Server.apply(1).run() } }
`,
      edges: `
        Factory.apply → Made
        Main.go → Factory.apply
        Main.go → Made.run
        Main.go → Server@3
        Main.go → Server.run
        Main.go → Factory.apply
        Main.go → Made.run
      `,
    },
    "classes of Java are seen, and what a file binds in a part of a function is that there alone": {
      files: `
  //- src/app/Base.java
  package app;
  public class Base { public static Base of(int x) { return new Base(); } public void stop() {} }
  //- src/app/a.scala
  package app
  object Main {
    def go(): Unit = {
      Base.of(1).stop()
      if (true) {
        def inner(x: Int): Base = if (x > 0) inner(0) else null
        inner(1)
      }
    }
    def again(): Base = {
      def inner(): Base = Base.of(2)
      inner()
    }
  }
`,
      edges: `
        Base.of → Base
        Main.go → Base.of
        Main.go → Base.stop
        Main.go.<5>.inner → Main.go.<5>.inner
        Main.go.<5> → Main.go.<5>.inner
        Main.again.<10>.inner → Base.of
        Main.again.<10> → Main.again.<10>.inner
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
        Main.run → Point@1
        Main.run → Point@1
      `,
    },
  });
});

describe("names", () => {
  checkEdges({
    "of packages, by clauses that follow each other, by paths, renamed, and of objects": {
      files: `
  //- core/Server.scala
  package app.core
  class Server { def run(): Unit = {} }
  object Server { def make(): Server = new Server }
  object Tools { def first(): Unit = {} }
  //- core/package.scala
  package app
  package object core { def helper(): Unit = {} }
  //- other/Server.scala
  package other
  class Server { def run(): Unit = {} }
  object Tools { def second(): Unit = {} }
  //- core/deep/A.scala
  package app.core
  package deep
  object A { def go(): Unit = { new Server().run(); Tools.first(); helper() } }
  //- core/deeper/B.scala
  package app.core.deeper
  object B { def go(): Unit = { new Server().run(); Tools.first() } }
  //- web/C.scala
  package web
  import app.core.{Server => Renamed, Tools}
  import app.core
  import other.Tools._
  object C {
    def go(): Unit = {
      new Renamed().run()
      Renamed.make().run()
      Tools.first()
      second()
      core.Server.make()
      app.core.Tools.first()
      new java.util.Server()
    }
    def inner(): Unit = {
      import other.Server
      new Server()
    }
  }
  //- web/D.scala
  package web {
    import app.core._
    object D { def go(): Unit = { Tools.first(); helper(); C.go() } }
  }
`,
      edges: `
        Server.make → Server@2
        A.go → Server@2
        A.go → Server.run@2
        A.go → Tools.first
        A.go → core.helper
        C.go → Server@2
        C.go → Server.run@2
        C.go → Server.make
        C.go → Server.run@2
        C.go → Tools.first
        C.go → Tools.second
        C.go → Server.make
        C.go → Tools.first
        C.inner → Server@2
        web.D.go → Tools.first
        web.D.go → core.helper
        web.D.go → C.go
      `,
    },
  });
});

describe("objects", () => {
  checkEdges({
    "of declared types, in containers, and what methods give that are called without brackets": {
      files: `
  //- a.scala
  package app
  trait Base[T] { def all: List[T]; def first: T = all.head }
  class Server(val next: Server, other: Option[Server]) extends Base[Server] {
    def run(): Unit = {}
    def self = this
    def apply(key: Int): Server = this
    def own(): Unit = { next.run(); other.foreach(_.run()); first.run() }
  }
  class Holder { val items: Seq[Server] = Nil; var byName: Map[String, Server] = Map.empty; def made: Server = items.head }
  implicit class Ops(server: Server) { def twice(): Unit = server.run() }
  object Go {
    def go(h: Holder, s: => Server): Unit = {
      s.self.run()
      h.made.run()
      h.made(1).run()
      h.items(0).run()
      h.items.head.next.run()
      h.byName("a").run()
      h.byName.get("a").foreach(found => found.run())
      h.byName.getOrElse("a", s).run()
      h.items.filter(_.self != null).foreach { x => x.run() }
      h.byName.foreach { kv => kv._2.run() }
      for (each <- h.items; after = each.next) after.run()
      for ((_, held) <- h.byName) held.run()
      val taken = h.items.last
      taken.run()
      s match { case typed: Server => typed.run() }
      s.twice()
      "text".run()
    }
    def run(run: Int => Int): Int = run(1)
  }
  object Other { def run(): Unit = {} }
`,
      edges: `
        Base.first → Base.all
        Server.own → Server.run
        Server.own.<7> → Server.run
        Server.own → Base.first
        Server.own → Server.run
        Server.twice → Server.run
        Go.go.<12> → Server.self
        Go.go.<12> → Server.run
        Go.go.<12> → Holder.made
        Go.go.<12> → Server.run
        Go.go.<12> → Holder.made, Server.apply
        Go.go.<12> → Server.run
        Go.go.<12> → Server.run
        Go.go.<12> → Server.run
        Go.go.<12> → Server.run
        Go.go.<12>.<19> → Server.run
        Go.go.<12> → Server.run
        Go.go.<12>.<21> → Server.run
        Go.go.<12>.<22> → Server.run
        Go.go.<12>.<23> → Server.run
        Go.go.<12>.<24> → Server.run
        Go.go.<12> → Server.run
        Go.go.<12>.<27> → Server.run
        Go.go.<12> → Server.twice
      `,
    },
  });
});
