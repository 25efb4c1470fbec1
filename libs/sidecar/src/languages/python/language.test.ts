import { checkLanguage } from "../testing/check.ts";

checkLanguage("app/settings.py", {
  "what a condition or a failed import decides is a variable of the module": {
    source: `
      try:
          import zlib
          HAS_ZLIB = True
      except ImportError:
          HAS_ZLIB = False
      else:
          LEVEL = 6
      if DEBUG:
          LOG = 1
      elif TEST:
          LOG = 2
          try:
              COLOR = 1
          except OSError:
              COLOR = 2
      else:
          if QUIET:
              LOG = 3
      with open("a") as file:
          TEXT = file.read()
      for name in ():
          value = name
      def run():
          if DEBUG:
              local = 1
    `,
    outline: `
      variable HAS_ZLIB 3-3
      variable HAS_ZLIB 5-5
      variable LEVEL 7-7
      variable LOG 9-9
      variable LOG 11-11
      variable COLOR 13-13
      variable COLOR 15-15
      variable LOG 18-18
      variable TEXT 20-20
      function run 23-25
    `,
  },
  "several names of one assignment": {
    source: `
      first = second = make()
      left, right = pair()
      class Shape:
          width = height = 0
          top, bottom = 1, 2
          if SMALL:
              scale = 1
          else:
              scale = 2
          def area(self):
              if SMALL:
                  factor = 1
    `,
    outline: `
      variable first 1-1
      variable second 1-1
      variable left 2-2
      variable right 2-2
      class Shape 3-12
        field Shape.width 4-4
        field Shape.height 4-4
        field Shape.top 5-5
        field Shape.bottom 5-5
        field Shape.scale 7-7
        field Shape.scale 9-9
        method Shape.area 10-12
    `,
  },
});
