/** Which functions Python's call sites lead to. */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

describe("modules", () => {
  checkEdges({
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
