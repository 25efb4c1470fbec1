import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("classes beside one another", () => {
  checkEdges({
    "Python: `super()` of a class leads to what stands behind it in the lines of types below": {
      files: `
  //- a.py
  class View:
      def show(self): pass
  class Plain(View): pass
  class Cached:
      def show(self):
          super().show()
      def close(self):
          super().close()
  class Page(Cached, Plain): pass
  class Mixed(Plain):
      def show(self):
          super().show()
  class Both(Mixed, Page): pass
`,
      edges: `
        Cached.show → View.show possible
        Mixed.show → View.show, Cached.show possible
      `,
    },
    "Python: what a type inherits from a class that it names first stands in the place of a method": {
      files: `
  //- a.py
  class View:
      def run(self):
          self.show()
      def show(self): pass
  class Cached:
      def show(self): pass
  class Page(Cached, View): pass
  class Other(View, Cached): pass
`,
      edges: `
        View.run → View.show, Cached.show possible
      `,
    },
    "Python: `super(Base, self)` begins above the class that it names": {
      files: `
  //- base.py
  class Root:
      def __init__(self, name): pass
      def show(self): pass
  class Base(Root):
      def __init__(self): pass
      def show(self): pass
  //- a.py
  import base
  class Mixin:
      def show(self): pass
  class Own(Mixin, base.Base):
      def __init__(self):
          super(base.Base, self).__init__("a")
      def show(self):
          super(Mixin, self).show()
          super(base.Base, self).show()
          super(Own, self).show()
          super(self.__class__, self).show()
  def add(kind):
      def make(cls): return super(kind, cls).show()
      kind.make = make
  add(base.Base)
`,
      edges: `
        Own.__init__ → Root.__init__
        Own.show → Base.show
        Own.show → Root.show
        Own.show → Mixin.show
        Own.show → Mixin.show
        add.make → Root.show
        a.py → add
      `,
    },
    "Python: methods of a class are replaced like those of an object, but where the class is named": {
      files: `
  //- a.py
  class Base:
      @classmethod
      def make(cls): pass
      @staticmethod
      def check(): pass
      @classmethod
      def build(cls):
          cls.make()
          Base.make()
      def run(self):
          self.check()
          self.__class__.make()
  class Own(Base):
      @classmethod
      def make(cls): pass
      @staticmethod
      def check(): pass
  def use(kind: type[Base]):
      kind.make()
      Own.make()
`,
      edges: `
        Base.build → Base.make, Own.make possible
        Base.build → Base.make
        Base.run → Base.check, Own.check possible
        Base.run → Base.make, Own.make possible
        use → Base.make, Own.make possible
        use → Own.make
      `,
    },
  });
});
