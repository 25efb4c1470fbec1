import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

const CLASSES = `
  //- kinds.py
  class Left:
      def run(self): pass
  class Right:
      def run(self): pass
`;

describe("what `isinstance` tells of a variable", () => {
  checkEdges({
    "holds in its block, and nowhere else": {
      files: `${CLASSES}
  //- a.py
  from kinds import Left, Right
  def use(items, given):
      for item in items:
          if isinstance(item, Left):
              item.run()
          elif isinstance(item, Right) and item.run():
              item.run()
          else:
              item.run()
      if isinstance(given, Left) or isinstance(given, Right):
          given.run()
      given.run()
      if isinstance(given, (Left, Right)):
          given = load()
          given.run()
`,
      edges: `
        use → Left.run
        use → Right.run
        use → Right.run
        use → Left.run, Right.run
      `,
    },
    "holds behind what leaves where it does not, and in the other branch of its opposite": {
      files: `${CLASSES}
  //- a.py
  from kinds import Left, Right
  def early(item):
      if not isinstance(item, Left): raise ValueError
      item.run()
  def skipping(items):
      for item in items:
          if item is None or not isinstance(item, Left):
              continue
          item.run()
      item.run()
  def other(item):
      if not isinstance(item, Left): pass
      else: item.run()
  def asserted(item):
      assert isinstance(item, Right), item.run()
      item.run()
`,
      edges: `
        early → Left.run
        skipping → Left.run
        other → Left.run
        asserted → Right.run
      `,
    },
    "holds in expressions and in functions inside": {
      files: `${CLASSES}
  //- a.py
  from kinds import Left, Right
  def use(items, item):
      any(each.run() for each in items if isinstance(each, Left))
      item.run() if isinstance(item, Left) else item.run()
      not isinstance(item, Right) or item.run()
      if isinstance(item, Right):
          lambda: item.run()
          lambda item: item.run()
          item = next(items)
          item.run()
`,
      edges: `
        use → Left.run
        use → Left.run
        use → Right.run
        use.<7> → Right.run
      `,
    },
    "is no more than before where the type leaves open what it is": {
      files: `${CLASSES}
  //- a.py
  from kinds import Left
  from typing import Sequence
  def use(kind):
      item = [Left()]
      if isinstance(item, Sequence): item[0].run()
      if isinstance(item, list): item[0].run()
      if isinstance(item, kind): item[0].run()
`,
      edges: `
        use → Left
        use → Left.run
        use → Left.run
        use → Left.run
      `,
    },
  });
});
