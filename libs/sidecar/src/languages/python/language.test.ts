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
      match LOG:
          case 1:
              if DEBUG:
                  with lock():
                      NESTED = 1
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
      variable file 19-19
      variable TEXT 20-20
      variable NESTED 27-27
      function run 28-30
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
      a = b = c = d = make()
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
      variable a 13-13
      variable b 13-13
      variable c 13-13
      variable d 13-13
    `,
  },
  "names in targets of any form": {
    source: `
      first, *rest = make()
      (left, right) = [up, down] = make()
      (a, [b, *c]), (d) = make()
      self.x, table[0], e = make()
      typed: int
      (bare): int = 1
      with open("a") as f, (lock() as g), pair() as (h, i):
          pass
      if (m := make()) and (n := [k for k in m]):
          pass
      elif check(lambda: (inner := 1)):
          pass
      total += 1
      class Shape:
          (top, *others) = make()
          if SMALL:
              try:
                  scale: int
              finally:
                  with lock() as held:
                      pass
    `,
    outline: `
      variable first 1-1
      variable rest 1-1
      variable left 2-2
      variable right 2-2
      variable up 2-2
      variable down 2-2
      variable a 3-3
      variable b 3-3
      variable c 3-3
      variable d 3-3
      variable e 4-4
      variable typed 5-5
      variable bare 6-6
      variable f 7-7
      variable g 7-7
      variable h 7-7
      variable i 7-7
      variable m 9-9
      variable n 9-9
      class Shape 14-21
        field Shape.top 15-15
        field Shape.others 15-15
        field Shape.scale 18-18
        field Shape.held 20-20
    `,
  },
  "type aliases, with parameters and without": {
    source: `
      type Row = list[int]
      type Table[T: int, *Ts] = dict[str, T]
    `,
    outline: `
      type Row 1-1
      type Table 2-2
    `,
  },
});
