import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("what a call of a Python class runs", () => {
  checkEdges({
    "is what makes the object and what sets it up, wherever each is inherited from": {
      files: `
  //- a.py
  class Base:
      def __new__(cls, *args): return object.__new__(cls)
  class Middle(Base):
      def __init__(self): pass
  class Plain(Middle): pass
  class Own(Middle):
      def __init__(self, name): pass
  class Made(Own):
      def __new__(cls): return object.__new__(cls)
  class Bare(Base): pass
  Plain()
  Own("a")
  Made()
  Bare()
`,
      edges: `
        a.py → Plain, Middle.__init__, Base.__new__
        a.py → Own.__init__, Base.__new__
        a.py → Made.__new__, Own.__init__
        a.py → Bare, Base.__new__
      `,
    },
    "leads what it is given to both": {
      files: `
  //- a.py
  class Item:
      def cost(self): pass
  class Base:
      def __new__(cls, item):
          item.cost()
          return object.__new__(cls)
  class Own(Base):
      def __init__(self, item):
          item.cost()
  Own(Item())
`,
      edges: `
        Base.__new__ → Item.cost
        Own.__init__ → Item.cost
        a.py → Own.__init__, Base.__new__
        a.py → Item
      `,
    },
  });
});
