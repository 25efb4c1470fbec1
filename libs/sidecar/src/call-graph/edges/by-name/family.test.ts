import { checkEdges } from "../../testing/check-edges.ts";

checkEdges({
  "methods of a name that stand in the place of one are that one": {
    files: `
      //- a.py
      class Field:
          def prepare(self): pass
          def clean_up(self): pass
          def show_it(self): pass
      class Text(Field):
          def prepare(self): pass
      class Long(Text):
          def prepare(self): pass
          def show_it(self): pass
      class Other:
          def clean_up(self): pass
      class Panel:
          def show_it(self): pass
      def use(items):
          for item in items:
              item.prepare()
              item.clean_up()
              item.show_it()
      //- b.js
      class Shape { drawIt() {} }
      class Circle extends Shape { drawIt() {} }
      export const use = (items) => items.map((item) => item.drawIt());
    `,
    edges: `
      use@14 → Field.prepare name_match, Text.prepare name_match, Long.prepare name_match
      use.<3> → Shape.drawIt name_match, Circle.drawIt name_match
    `,
  },
});
