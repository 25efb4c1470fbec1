/** Scala: search order of bases, names of the current object, and overload resolution. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("members", () => {
  checkEdges({
    "whose names are in backticks are the same as without": {
      files: `
  //- a.scala
  package a
  class Dep { def \`match\`(n: Int): Dep = this; def \`with\`: Dep = this; val \`type\`: Dep = this; def run(): Unit = {} }
  object \`Odd\` { def go(): Unit = {} }
  //- b.scala
  package b
  import a.{\`Odd\`, Dep => \`Given\`}
  class Use(\`object\`: \`Given\`) {
    def use(dep: Given): Unit = {
      dep.\`match\`(2).run()
      dep.\`with\`.run()
      dep.\`type\`.run()
      \`object\`.run()
      Odd.go()
      \`Odd\`.go()
    }
  }
`,
      edges: `
        Use.use → Dep.match
        Use.use → Dep.run
        Use.use → Dep.with
        Use.use → Dep.run
        Use.use → Dep.run
        Use.use → Dep.run
        Use.use → Odd.go
        Use.use → Odd.go
      `,
    },
    "of several bases the last one comes first, and a field stands in the place of a method without parameters":
      {
        files: `
  //- a.scala
  package app
  trait Base { def name: String = "base"; def run(): Unit = {} ; def size: Int = 0 }
  trait First extends Base { override def name: String = "first"; override def run(): Unit = super.run(); def both = 1 }
  trait Second extends Base { override def name: String = "second"; override def run(): Unit = super.run(); def both = 2 }
  class Both extends First with Second {
    def go() = { name; run(); both }
    override def run(): Unit = super.run()
    override val size: Int = 1
  }
  class Own(override val size: Int) extends Base
  trait Mixed extends Base { self: Second => def use() = run() }
  object Main {
    def sizes(both: Both, own: Own, base: Base) = { both.size; own.size; base.size }
  }
`,
        edges: `
        First.run → Base.run
        Second.run → Base.run, First.run possible
        Both.go → Second.name
        Both.go → Both.run
        Both.go → Second.both
        Both.run → Second.run
        Mixed.use → Second.run, Both.run possible
        Main.sizes → Base.size
      `,
      },
    "the own object has other names, also that of a type around, and what is called self may be a field": {
      files: `
  //- a.scala
  package app
  class Iter { outer =>
    def next(): Int = 1
    def hasMore: Boolean = true
    def mapped = new Iter { override def next(): Int = outer.next(); override def hasMore: Boolean = { def done = true; done && outer.hasMore && Iter.this.hasMore } }
  }
  class Wrapped(val self: Iter) { def next(): Int = self.next() }
  class Parser { def apply(in: Int): Parser = this(in).then(Parser.this(in)); def then(p: Parser): Parser = p }
  class ~(a: Int, b: Int)
  class Made { def ~(x: Int): Any = new ~(x, 1) }
  class Table { def apply(key: Int): Int = 1; def update(key: Int, value: Int): Unit = {} }
  object Main {
    def go(t: Table, all: Table*) = { t(1) = t(2); all.foreach(_.update(1, 2)) }
    def infix(p: Parser, t: Table) = { p then p.apply(1) then p; t | p then p }
  }
`,
      edges: `
        Iter.mapped → Iter
        Iter.mapped.<5>.next → Iter.next, Iter.mapped.<5>.next possible
        Iter.mapped.<5>.hasMore.<5> → Iter.mapped.<5>.hasMore.<5>.done
        Iter.mapped.<5>.hasMore.<5> → Iter.hasMore, Iter.mapped.<5>.hasMore possible
        Iter.mapped.<5>.hasMore.<5> → Iter.hasMore, Iter.mapped.<5>.hasMore possible
        Wrapped.next → Iter.next, Iter.mapped.<5>.next possible
        Parser.apply → Parser.apply
        Parser.apply → Parser.then
        Parser.apply → Parser.apply
        Made.~ → ~
        Main.go → Table.update
        Main.go → Table.apply
        Main.go.<13> → Table.update
        Main.infix → Parser.then
        Main.infix → Parser.apply
        Main.infix → Parser.then
      `,
    },
  });
});

describe("bodies", () => {
  checkEdges({
    "may begin a line": {
      files: `
  //- a.scala
  package app
  trait Log { def log(): Unit = {} }
  class Base(x: Int)
  class Own(x: Int)
    extends Base(x)
    with Log
  {
    def this() = this(1)
    def run() = { go(); log() }
    def go(): Own = new Own
  }
`,
      edges: `
        a.scala → Base
        Own.this@8 → Own.this@4
        Own.run → Own.go
        Own.run → Log.log
        Own.go → Own.this@8
      `,
    },
  });
});

describe("overloads", () => {
  checkEdges({
    "are told apart by how many arguments they take, what is inherited and constructors among them": {
      files: `
  //- a.scala
  package app
  class Hash { def mix(data: Array[Int], seed: Int): Int = seed; def all(seed: Int, values: Int*): Int = 1; def all(): Int = 0 }
  object Hash extends Hash {
    def mix(data: Array[Int]): Int = mix(data, 1)
    def sum(a: Int)(b: Int): Int = sum(a, b)(1)
    def sum(a: Int, b: Int)(c: Int): Int = all(a, b, c) + all()
    def text: String = text("a")
    def text(key: String)(implicit seed: Int): String = key match { case _ if key.isEmpty => text; case _ => key }
    def like(key: String): Int = 1
    def like(key: Int): Int = 1
    def use(h: Hash) = { like(h); h mix (null, 1) }
  }
  class Two(val a: Int, b: => Map[String, Int] = Map("a" -> 1, "b" -> 2), c: Int*) extends Hash {
    def this() = this(1)
    def this(a: Int, b: Map[String, Int], c: Int, d: String) = this(a, b)
  }
  class Three(x: Int) extends Two(x)
  case class Point(x: Int, y: Int = 0)
  object Point { def apply(text: String, at: Int, end: Int): Point = new Point(1); def apply(x: Int, y: Int): Point = new Point(x) }
  object Make { def go() = { new Two; new Two(); new Two(1); new Three(1); Point("a", 1, 2); Point(1); Point(1, 2) } }
  implicit class Ops(hash: Hash) { def mix(data: Array[Int], seed: Int): Int = 2; def more: Int = 1 }
  case class Values(all: List[Int]); object Values { def apply(each: Int*): Values = Values(each.toList) }
  object Added { def go(two: Two) = { two.mix(null, 1); two.more } }
`,
      edges: `
        Hash.mix@4 → Hash.mix@2, Hash.mix@21 possible
        Hash.sum@5 → Hash.sum@5 possible, Hash.sum@6 possible
        Hash.sum@6 → Hash.all@2
        Hash.sum@6 → Hash.all@2
        Hash.text@7 → Hash.text@8
        Hash.text@8 → Hash.text@7
        Hash.use → Hash.like@9 possible, Hash.like@10 possible
        Hash.use → Hash.mix@2, Hash.mix@21 possible
        Two.this@14 → Two.this@13
        Two.this@15 → Two.this@13
        a.scala → Two.this@13
        Point.apply@19 → Point@18
        Point.apply@19 → Point@18
        Make.go → Two.this@14
        Make.go → Two.this@14
        Make.go → Two.this@13
        Make.go → Three
        Make.go → Point.apply@19
        Make.go → Point@18
        Make.go → Point.apply@19
        Values.apply → Values@22 possible, Values.apply possible
        Added.go → Hash.mix@2, Hash.mix@21 possible
        Added.go → Hash.more
      `,
    },
  });
});
