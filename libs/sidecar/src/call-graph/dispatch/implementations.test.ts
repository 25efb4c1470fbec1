/**
 * Overrides and implementations that a call may reach: in subtypes, and in types that implement an interface
 * implicitly.
 */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("what a type below has", () => {
  checkEdges({
    "PHP: a trait calls what the classes have that use it, and they what it has": {
      files: `
  //- a.php
  <?php
  trait Greets {
    public function greet() { return $this->name(); }
    public static function make() { return static::build(); }
    public function none() { return $this->missing(); }
  }
  class Being { public function name() {} }
  class Person extends Being { use Greets; public static function build() {} public function run() { $this->greet(); } }
  class Robot { use Greets; public function name() {} }
  class Stone { public function name() {} public static function build() {} public function missing() {} }
  class Pebble { public function missing() {} }
`,
      edges: `
        Greets.greet → Being.name possible, Robot.name possible
        Greets.make → Person.build possible
        Person.run → Greets.greet
      `,
    },
    "Python: a mixin calls what stands beside it": {
      files: `
  //- a.py
  class LoudMixin:
      def loud(self, other): return self.text() + other.text()
  class Base:
      def text(self): return ""
  class Said(LoudMixin, Base): pass
  class Other:
      def text(self): return ""
`,
      edges: "LoudMixin.loud → Base.text possible",
    },
    "Python: once it is known to be one of them, or whatever its own base from outside has": {
      files: `
  //- a.py
  import abc
  import typing as t
  from html.parser import HTMLParser
  class Kind(t.Generic[T], abc.ABC):
      def convert(self): ...
  class Range(Kind):
      def describe(self): ...
  class Option:
      def __init__(self, kind: Kind): self.kind = kind
      def show(self):
          self.kind.convert()
          if isinstance(self.kind, Range): self.kind.describe()
  class Parser(HTMLParser):
      def handle(self): self.process()
      def other(self): self.feed()
  class Counting(Parser):
      def process(self): ...
`,
      edges: `
        Option.show → Kind.convert
        Option.show → Range.describe possible
        Parser.handle → Counting.process possible
      `,
    },
    "types are found below one that they have imported under another name": {
      files: `
  //- a.php
  <?php
  namespace App\\Contracts;
  interface Box { public function put(); }
  //- b.php
  <?php
  namespace App;
  use App\\Contracts\\Box as BoxContract;
  class Box implements BoxContract { public function put() {} }
  class Using { function run(\\App\\Contracts\\Box $box) { $box->put(); } }
  //- c.py
  class Base:
      def step(self): ...
  def run(base: Base): base.step()
  //- d.py
  from c import Base as Other
  class Derived(Other):
      def step(self): ...
  //- e.ts
  export default class Shape { draw() {} }
  class Hidden { fill() {} }
  export { Hidden as Shown };
  export function show(shape: Shape, hidden: Hidden) { shape.draw(); hidden.fill(); }
  //- f.ts
  import Base, { Shown } from "./e";
  export class Circle extends Base { draw() {} }
  export class Square extends Shown { fill() {} }
`,
      edges: `
        Using.run → Box.put@3, Box.put@4 possible
        run → Base.step, Derived.step possible
        show → Shape.draw, Circle.draw possible
        show → Hidden.fill, Square.fill possible
      `,
    },
    "Ruby: methods of a class call those of the class, and methods of its objects theirs": {
      files: `
  //- a.rb
  class Base
    def self.names; end
    def names; end
    class << self
      def load; names; end
    end
    def run; names; self.class.names; end
  end
`,
      edges: `
        Base.load → Base.names@2
        Base.run → Base.names@3
        Base.run → Base.names@2
      `,
    },
    "Ruby: a module calls what the class has that includes it": {
      files: `
  //- a.rb
  module Loud
    def loud; self.text; end
  end
  class Said
    include Loud
    def text; end
  end
  class Other
    def text; end
  end
`,
      edges: "Loud.loud → Said.text possible",
    },
  });
});

describe("static methods", () => {
  checkEdges({
    "PHP: of the class that is called on, or of an object's, are those of any class below": {
      files: `
  //- a.php
  <?php
  abstract class Facade {
    public static function accessor() {}
    public static function resolve() { static::accessor(); self::accessor(); Facade::accessor(); }
    public function late() { static::accessor(); $this::accessor(); $this->accessor(); self::accessor(); }
  }
  class Cache extends Facade {
    public static function accessor() { parent::accessor(); }
    public static function flush() { static::accessor(); }
  }
  function run(Facade $facade) { $facade::accessor(); Cache::accessor(); }
`,
      edges: `
        Facade.resolve → Facade.accessor, Cache.accessor possible
        Facade.resolve → Facade.accessor
        Facade.resolve → Facade.accessor
        Facade.late → Facade.accessor, Cache.accessor possible
        Facade.late → Facade.accessor, Cache.accessor possible
        Facade.late → Facade.accessor, Cache.accessor possible
        Facade.late → Facade.accessor
        Cache.accessor → Facade.accessor
        Cache.flush → Cache.accessor
        run → Facade.accessor, Cache.accessor possible
        run → Cache.accessor
      `,
    },
    "TypeScript: of the class that is called on, or of an object's, are those of any class below": {
      files: `
  //- a.ts
  class Model {
    static accessor() {}
    static boot() { this.accessor(); Model.accessor(); }
    late() { (this.constructor as typeof Model).accessor(); }
  }
  class Child extends Model {
    static override accessor() { super.accessor(); }
  }
  class Other extends Model {
    accessor() {}
  }
  function run(model: typeof Model) { model.accessor(); Child.accessor(); }
`,
      edges: `
        Model.boot → Model.accessor, Child.accessor possible
        Model.boot → Model.accessor
        Model.late → Model.accessor, Child.accessor possible
        Child.accessor → Model.accessor
        run → Model.accessor, Child.accessor possible
        run → Child.accessor
      `,
    },
  });
});

describe("Python's protocols", () => {
  checkEdges({
    "stand for the classes that have all their methods, or inherit them": {
      files: `
  //- a.py
  from typing import Protocol
  class Closer(Protocol):
      def close(self) -> None: ...
      def name(self) -> str: ...
  class Loud(Closer, Protocol):
      def shout(self) -> None: ...
  class File:
      def close(self) -> None: pass
      def name(self) -> str: return ""
  class Half:
      def close(self) -> None: pass
  class Base:
      def name(self) -> str: return ""
      def shout(self) -> None: pass
  class Derived(Base):
      def close(self) -> None: pass
  def shut(closer: Closer, loud: Loud, file: File):
      closer.close()
      loud.shout()
      file.close()
`,
      edges: `
        shut → Closer.close, File.close possible, Derived.close possible
        shut → Loud.shout, Base.shout possible
        shut → File.close
      `,
    },
    "but not where all that they ask for are special methods": {
      files: `
  //- a.py
  from typing import Protocol
  class Handler(Protocol):
      def __call__(self, value: int) -> int: ...
  class Named(Handler, Protocol):
      def name(self) -> str: ...
  class Doubling:
      def __call__(self, value: int) -> int: return value * 2
  class Halving:
      def __call__(self, value: int) -> int: return value
      def name(self) -> str: return ""
  def run(handler: Handler, named: Named):
      handler(1)
      named(1)
      named.name()
`,
      edges: `
        run → Handler.__call__
        run → Handler.__call__
        run → Named.name, Halving.name possible
      `,
    },
    "and no other class does, abstract or not": {
      files: `
  //- a.py
  from abc import ABC, abstractmethod
  class Closer(ABC):
      @abstractmethod
      def close(self) -> None: ...
  class File:
      def close(self) -> None: pass
  def shut(closer: Closer):
      closer.close()
`,
      edges: "shut → Closer.close",
    },
  });
});

describe("TypeScript's object literals", () => {
  checkEdges({
    "stand for an interface by what they are given to: methods, and members that are functions": {
      files: `
  //- h.ts
  export interface Handlers { onOpen: (x: X) => void; onMove(x: X): void }
  export class X { ping() {} }
  export class Y { ping() {} }
  export function use(h: Handlers) {
    h.onOpen(new X());
    h.onMove(new X());
  }
  //- a.ts
  import { type Handlers, use } from "./h";
  const bound: Handlers = { onOpen: (x) => {}, onMove(x) { x.ping(); } };
  function returned(): Handlers { return { onOpen(x) {}, onMove: (x) => x.ping() }; }
  async function later(): Promise<Handlers> { return { onOpen(x) {} }; }
  use({ onOpen(x) {}, onMove(x) { x.ping(); } });
  const unrelated = { onOpen() {}, onMove(x) { x.ping(); } };
  class Own implements Handlers { onOpen = (x) => {}; onMove(x) {} }
  interface Outer { inner: Handlers }
  const outer: Outer = { inner: { onMove(x) { x.ping(); } } };
`,
      edges: `
        onMove@2 → X.ping
        returned.onMove → X.ping
        a.ts → use
        onMove@5 → X.ping
        onMove@9 → X.ping
        use → onOpen@2 possible, returned.onOpen possible, later.onOpen possible, onOpen@5 possible, Own.onOpen possible
        use → X
        use → Handlers.onMove, Own.onMove possible, onMove@2 possible, returned.onMove possible, onMove@5 possible, onMove@9 possible
        use → X
      `,
    },
  });
});
