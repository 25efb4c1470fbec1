/** Call resolution in Python. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("modules", () => {
  checkEdges({
    "a decorated static method is called with its wrapper": {
      files: `
      //- a.py
      def wraps(f):
          def wrapper(*args): return f(*args)
          return wrapper
      class A:
          @staticmethod
          @wraps
          def run(): pass
      A.run()
      A().run()
    `,
      edges: `
      wraps.wrapper → A.run
      a.py → wraps
      a.py → wraps.wrapper, A.run
      a.py → A
      a.py → wraps.wrapper, A.run
    `,
    },
    "a package may import its own module by name": {
      files: `
  //- app/__init__.py
  from . import codec as codec
  //- app/codec.py
  def dump(): pass
  //- main.py
  import app
  app.codec.dump()
`,
      edges: `
        main.py → dump
      `,
    },
    "a module that is called like a package imports the package": {
      files: `
  //- shop/__init__.py
  def open(): pass
  //- tests/shop.py
  from shop import open
  open()
`,
      edges: `
        tests/shop.py → open
      `,
    },
  });
});

describe("declared types", () => {
  checkEdges({
    "one of a member outweighs what is stored there": {
      files: `
  //- a.py
  class Store:
      def save(self): pass
  class Files(Store):
      def save(self): pass
  class App:
      def __init__(self):
          self.store: Store = Files()
      def run(self):
          self.store.save()
`,
      edges: `
        App.__init__ → Files
        App.run → Store.save, Files.save possible
      `,
    },
    "each place of a tuple has its own": {
      files: `
  //- a.py
  class Page:
      def show(self): pass
  def run(pairs: list[tuple[Page, str]], pages: tuple[Page, ...]):
      for page, name in pairs: page.show()
      pages[3].show()
`,
      edges: `
        run → Page.show
        run → Page.show
      `,
    },
  });
});

describe("objects", () => {
  checkEdges({
    "a class without a constructor is what is made, and what runs is inherited": {
      files: `
  //- a.py
  class Base:
      def __init__(self): pass
  class Log(Base): pass
  Log()
`,
      edges: `
        a.py → Log, Base.__init__
      `,
    },
    "one that is derived from a list holds what that holds": {
      files: `
  //- a.py
  class Page:
      def show(self): pass
  class Pages(list[Page]): pass
  def run(pages: Pages):
      pages[0].show()
      for page in pages: page.show()
`,
      edges: `
        run → Page.show
        run → Page.show
      `,
    },
  });
});

describe("what picks one of a container", () => {
  checkEdges({
    "gives what that holds, or one of several arguments": {
      files: `
  //- a.py
  import random
  class Item:
      def cost(self): pass
  class Other:
      def cost(self): pass
  def run(items: list[Item], item: Item, other: Other):
      max(items, key=len).cost()
      min(item, other).cost()
      next(iter(items)).cost()
      next(iter(items), other).cost()
      random.choice(items).cost()
`,
      edges: `
        run → Item.cost
        run → Item.cost, Other.cost
        run → Item.cost
        run → Item.cost, Other.cost
        run → Item.cost
      `,
    },
    "of which nothing is known leads to the only method of the name; what a library makes leads nowhere": {
      files: `
  //- a.py
  class Item:
      def cost(self): pass
  def run(items):
      max(items).cost()
      next(items).cost()
      connect(items).cost()
`,
      edges: `
        run → Item.cost name_match
        run → Item.cost name_match
      `,
    },
  });
});

describe("star imports", () => {
  checkEdges({
    "a later one hides what an earlier one brought": {
      files: `
  //- one.py
  def run(): pass
  def stop(): pass
  //- two.py
  limit = 1
  def run(): pass
  //- names.py
  from one import *
  from two import *
  run()
  stop()
  //- main.py
  from names import run
  run()
`,
      edges: `
        main.py → run@2
        names.py → run@2
        names.py → stop
      `,
    },
  });
});

describe("what is awaited", () => {
  checkEdges({
    "is what a coroutine gives, and what a declared one is of": {
      files: `
        //- a.py
        from collections.abc import Coroutine
        from typing import Any
        class Server:
            def start(self): pass
        async def find() -> Server: ...
        async def every() -> list[Server]: ...
        async def run(later: Coroutine[Any, Any, Server]):
            (await find()).start()
            for server in await every():
                server.start()
            (await later).start()
      `,
      edges: `
        run → find
        run → Server.start
        run → every
        run → Server.start
        run → Server.start
      `,
    },
  });
});

describe("classes as values", () => {
  checkEdges({
    "are called and asked by their declared types": {
      files: `
  //- a.py
  class Base:
    @classmethod
    def make(cls): pass
    def run(self): pass
    @classmethod
    def of(cls: Type[T]): cls.make()
  class Other:
    @classmethod
    def make(cls): pass
    def run(self): pass
  def one(kind: type[Base], other: "typing.Type[Base]"):
    kind.make()
    other.make()
    kind().run()
`,
      edges: `
        Base.of → Base.make
        one → Base.make
        one → Base.make
        one → Base
        one → Base.run
      `,
    },
  });
});
