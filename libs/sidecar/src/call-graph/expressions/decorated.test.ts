/** Targets of calls of decorated definitions. */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("decorators", () => {
  checkEdges({
    "a decorated function is called by those who call its wrapper": {
      files: `
  //- cache.py
  def cached(function):
      def wrapper(*args):
          return function(*args)
      return wrapper
  //- text.py
  from cache import cached
  @cached
  def escape(text):
      return text
  def page():
      return escape("a")
`,
      edges: `
        cached.wrapper → escape
        text.py → cached
        page → cached.wrapper, escape
      `,
    },
    "one that is used with arguments and without them is what it makes, not what makes that": {
      files: `
  //- guard.py
  def guarded(message):
      def decorate(function):
          def inner(*args):
              return function(*args)
          return inner
      if callable(message):
          return decorate(message)
      return decorate
  class Library:
      def filter(self, name=None, function=None):
          if function is None:
              if callable(name): return self.keep(name)
              def keep_named(made): return self.filter(name, made)
              return keep_named
          return function
      def keep(self, function): return function
  //- text.py
  from guard import guarded, Library
  library = Library()
  @guarded
  def plain(): pass
  @library.filter("cut")
  def cut(): pass
  def page():
      plain()
      cut()
`,
      edges: `
        guarded.decorate.inner → plain
        guarded → guarded.decorate
        Library.filter → Library.keep
        Library.filter.keep_named → Library.filter
        text.py → Library
        text.py → guarded
        text.py → Library.filter.keep_named
        text.py → Library.filter
        page → guarded.decorate.inner, plain
        page → cut
      `,
    },
    "one that gives back what it is given adds nothing": {
      files: `
  //- hooks.py
  hooks = []
  def hook(function):
      hooks.append(function)
      return function
  @hook
  def first(): pass
  @hook
  def second(): pass
  def run():
      first()
`,
      edges: `
        hooks.py → hook
        hooks.py → hook
        run → first
      `,
    },
    "a decorated class stays one, with its members and for those derived from it": {
      files: `
  //- shapes.py
  def registered(*args, name=None):
      def decorate(made):
          return made
      return decorate(args[0]) if args else decorate
  @registered(name="shape")
  class Shape:
      def __init__(self): pass
      def draw(self): pass
  class Circle(Shape):
      def __init__(self):
          super().__init__()
  def run():
      Shape().draw()
`,
      edges: `
        registered → registered.decorate
        shapes.py → registered
        shapes.py → registered.decorate
        Circle.__init__ → Shape.__init__
        run → Shape.__init__
        run → Shape.draw
      `,
    },
  });
});

describe("a decorator that is called by its name as well", () => {
  checkEdges({
    "leaves a class what it is": {
      files: `
  //- a.py
  class Chosen:
      def pick(self, made): return made
      def __call__(self, made): return self.pick(made)
  @Chosen()
  class Base:
      def hello(self): pass
  class Use(Base):
      def run(self): self.hello()
  def test():
      class Other:
          def hello(self): pass
      Chosen().__call__(Other)
`,
      edges: `
        Chosen.__call__ → Chosen.pick
        a.py → Chosen
        a.py → Chosen.__call__
        Use.run → Base.hello
        test → Chosen
        test → Chosen.__call__
      `,
    },
  });
});

describe("a decorator that makes a class of its own", () => {
  checkEdges({
    "puts it in the place of the class": {
      files: `
  //- a.py
  def wrapped(made):
      class Wrapped:
          def hello(self): pass
      return Wrapped
  @wrapped
  class Plain:
      def hello(self): pass
  def use():
      Plain().hello()
`,
      edges: `
        a.py → wrapped
        use → wrapped.Wrapped
        use → wrapped.Wrapped.hello
      `,
    },
  });
});

describe("modules and copies", () => {
  checkEdges({
    "a package imports its own modules by its name": {
      files: `
  //- app/__init__.py
  from app import signals
  //- app/signals.py
  def send(): pass
  //- main.py
  from app import signals
  signals.send()
`,
      edges: `
        main.py → send
      `,
    },
    "a copy is what it is a copy of": {
      files: `
  //- tree.py
  import copy
  class Tree:
      def grow(self): pass
      def bigger(self):
          other = copy.copy(self)
          other.grow()
`,
      edges: `
        Tree.bigger → Tree.grow
      `,
    },
  });
});
