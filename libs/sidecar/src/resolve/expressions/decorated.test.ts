/** What a call of something decorated leads to. */
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
