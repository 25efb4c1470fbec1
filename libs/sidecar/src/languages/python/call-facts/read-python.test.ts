import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("app/server.py", {
  "imports bind modules, packages and names; a star takes all names over": {
    source: `
      from __future__ import annotations
      import os.path, a.b as c
      from .x import y as z, w  # why
      from .. import (q,
                      r)
      from m.\\
          n import *
      def f():
          import late
          from . import *
      try:
          import fast
      except ImportError:
          fast = None
    `,
    flow: `
      file#0
        import all of m.n
        os = import(os, *)
        c = import(a.b, *)
        z = import(.x, y)
        w = import(.x, w)
        q = import(.., q)
        r = import(.., r)
        f = #1
        fast = import(fast, *)
        fast = <None>
        function f#1()
          import all of .
          late = import(late, *)
    `,
  },
  "modules that are imported by call are values": {
    source: `
      plugin = importlib.import_module("app.plugin")
      other = __import__(name)
    `,
    flow: `
      file#0
        plugin = import(app.plugin, *)
        other = #2 given __import__(name)
        arrow variable function plugin#1()
          call import_module at 1: importlib.import_module("app.plugin")
        arrow variable function other#2()
          call __import__ at 2: __import__(name)
    `,
  },
  "a class has methods, of objects or of itself, and properties": {
    source: `
      class Server(base.Server, Generic[T], metaclass=Meta, **settings()):
          limit: int = 3
          hook = default_hook
          def __new__(cls): pass
          def __init__(self, name: str): self.name = name
          @classmethod
          def make(cls): return cls()
          @staticmethod
          def parse(text): pass
          @property
          def url(self): return self._url
          @url.setter
          def url(self, value): self._url = check(value)
          @functools.cached_property
          def size(self): pass
          @abc.abstractmethod
          def stop(self): ...
          async def run(*args): "Runs."
    `,
    flow: `
      file#0
        Server = #1
        call settings at 1: settings()
        class Server#1 < base.Server < Generic<T>
          limit = a <int>
          limit = "3"
          hook = default_hook
          __new__ = #2
          __init__ = #3
          make = #4
          parse = #5
          url = #6
          size = #8
          stop = #9
          run = #10
          call cached_property at 14: functools.cached_property(#8)
          static constructor classMethod function __new__#2(receiver cls)
          constructor function __init__#3(receiver self, name: <str>)
            self.name = name
          static classMethod function make#4(receiver cls)
            return cls()
            call Server at 7: cls()
          static function parse#5(text)
          getter function url#6(receiver self)
            return self._url
          setter function url#7(receiver self, value)
            self._url = check(value)
            call check at 13: check(value)
          getter function size#8(receiver self)
          abstract function stop#9(receiver self)
          async function run#10(rest args)
    `,
  },
  "what makes another object of the class around is looked for by the name of the class": {
    source: `
      class A:
          def copy(self): return self.__class__(), type(self)(), type(other)()
    `,
    flow: `
      file#0
        A = #1
        class A#1
          copy = #2
          function copy#2(receiver self)
            return [typeof self(), typeof self(), typeof other()]
            call A at 2: typeof self()
            call type at 2: type(self)
            call A at 2: typeof self()
            call type at 2: type(other)
            call  at 2: typeof other()
    `,
  },
  "parameters have kinds, types and defaults; what is called in those is called around the function": {
    source: `
      def f(a, /, b: int, c=g(), *args: Item, d: "app.Item" = None, **options: str) -> Result: pass
      lambda x, *y, z=h(): x
      async def each() -> None: ...
    `,
    flow: `
      file#0
        f = #1
        each = #3
        call g at 1: g()
        call h at 2: h()
        function f#1(a, b: <int>, c = g(), rest args: tuple<Item>, d: app.Item = <None>, keywords options: dict<<str>, <str>>): Result
        arrow function#2(x, rest y, z = h())
          return x
        async abstract function each#3(): <None>
    `,
  },
  "decorators are called, the innermost first; some only mark what is below": {
    source: `
      @app.route("/")
      @log
      def index(): pass
      def log(f):
          @functools.wraps(f)
          def inner(*args): return f(*args)
          return inner
      @dataclass
      class Point: pass
      @overload
      def f(x: int): ...
    `,
    flow: `
      file#0
        index = decorated(app.route("/")(decorated(log(#1), #1)), decorated(log(#1), #1))
        log = #2
        Point = decorated(dataclass(#4), #4)
        f = #5
        call  at 1: app.route("/")(decorated(log(#1), #1))
        call route at 1: app.route("/")
        call log at 2: log(#1)
        call dataclass at 8: dataclass(#4)
        function index#1()
        function log#2(f)
          inner = #3
          return inner
          call wraps at 5: functools.wraps(f)
          function inner#3(rest args)
            return f(*: args)
            call f at 6: f(*: args)
        class Point#4
        abstract function f#5(x: <int>)
    `,
  },
  "annotations are types, written plainly or in quotes": {
    source: `
      a: Optional["Server"]
      b: Server | None
      c: typing.Union[A, "list[B]"]
      d: dict[str, list[Server]]
      e: Type[Server]
      f: Callable[[int], Server]
      g: Annotated[Server, Depends(get)]
      h: Literal["Server"]
      i: "dict[str, app.Server | None]"
      j: ClassVar[Server]
      k: "not a type"
      Both = Union[A, B]
      type Many[T] = list[T]
      T = TypeVar("T", bound="Server")
      UserId = NewType("UserId", int)
    `,
    flow: `
      file#0
        a = a Server
        b = a Server
        c = a (A | list<B>)
        d = a dict<<str>, list<Server>>
        e = a typeof Server
        f = a () => Server
        g = a Server
        h = ?
        i = a dict<<str>, app.Server>
        j = a Server
        k = ?
        Both = (A | B)
        Many = list<T>
        T = Server
        UserId = <int>
        call Depends at 7: Depends(get)
        call TypeVar at 14: TypeVar("T", bound: "Server")
        arrow variable function UserId#1()
          call NewType at 15: NewType("UserId", int)
    `,
  },
  "what is returned as Self is the object, or one of the class": {
    source: `
      class A:
          def with_x(self) -> Self: ...
          @classmethod
          def make(cls) -> typing.Self: ...
    `,
    flow: `
      file#0
        A = #1
        class A#1
          with_x = #2
          make = #3
          abstract function with_x#2(receiver self)
            return this
          static abstract classMethod function make#3(receiver cls)
            return a this
    `,
  },
  "variables of types stand for their bounds": {
    source: `
      class Box[T: Server, *Ts]: pass
      def first[T](items: list[T]) -> T: pass
    `,
    flow: `
      file#0
        Box = #1
        first = #2
        class Box#1
          T = Server<>
          Ts = ?<>
        function first#2(items: list<T>): T
          T = ?<>
    `,
  },
  "assignments bind, store and unpack": {
    source: `
      a = b = f()
      self.x: Server = y
      table["k"][1] = table[key] = v
      items[1:] = more
      (p, [q, *rest]), z = pair
      x, y = y, x
      hooks += [start]
      count += 1
      if (n := read()): pass
    `,
    flow: `
      file#0
        b = #1 given f()
        a = #1 given f()
        p = pair["0"]["0"]
        q = pair["0"]["1"]["0"]
        rest = pair["0"]["1"]
        z = pair["1"]
        x = [y, x]["0"]
        y = [y, x]["1"]
        hooks = [start]
        n = read()
        self.x = a Server
        self.x = y
        table[key] = v
        table["k"]["1"] = v
        items[?] = each of more
        call read at 9: read()
        arrow variable function b#1()
          call f at 1: f()
    `,
  },
  "keys that look alike are told apart, and those that are computed are left out": {
    source: `
      d = {"a": f, 1: g, "1": h, k(): i, **more}
      d["1"], d[1], d[a, b], d[1:2], d[-1]
      l = [f, *more, (g, h), {i}]
      "a" "b", f"{c()}", b"x", 1.5, True, r"\\d"
    `,
    flow: `
      file#0
        d = {a: f, 1: g, "1": h, i, more}
        l = [f, each of more, [g, h], [i]]
        call k at 1: k()
        call c at 4: c()
    `,
  },
  "values of operators": {
    source: `
      a = x if c else y
      b = x or y
      c = x and y
      d = not f(x)
      e = [x] + rest
      g = n + 1
      h = await job
      i = (x)
      j = x.__class__
    `,
    flow: `
      file#0
        a = (x | y)
        b = (x | y)
        c = y
        d = <bool>
        e = ([x] | rest)
        g = ?
        h = await job
        i = x
        j = typeof x
        call f at 4: f(x)
    `,
  },
  "loops, comprehensions and with bind names of the function around them": {
    source: `
      for i, (k, v) in table.items(): pass
      else: done()
      squares = [x.y for x in xs if ok(x) for z in x]
      index = {k: f(v) for k, v in pairs}
      sum(n for n in ns)
      with open(p) as file, lock, pair() as (l, r): pass
    `,
    flow: `
      file#0
        i = (each of table.items() | [each of table, table[?]])["0"]
        k = (each of table.items() | [each of table, table[?]])["1"]["0"]
        v = (each of table.items() | [each of table, table[?]])["1"]["1"]
        x = each of xs
        z = each of x
        squares = [x.y]
        k = each of pairs["0"]
        v = each of pairs["1"]
        index = {f(v)}
        n = each of ns
        file = what open(p) gives
        l = what pair() gives["0"]
        r = what pair() gives["1"]
        call items at 1: table.items()
        call done at 2: done()
        call ok at 3: ok(x)
        call f at 4: f(v)
        call sum at 5: sum([n])
        call open at 6: open(p)
        call pair at 6: pair()
    `,
  },
  "global and nonlocal names are bound where they live": {
    source: `
      def outer(a):
          b = 1
          def inner(v):
              global g
              nonlocal b
              g = v
              b = f
    `,
    flow: `
      file#0
        g = v in #2
        outer = #1
        function outer#1(a)
          b = "1"
          b = f in #2
          inner = #2
          function inner#2(v)
    `,
  },
  "generators return what they yield; a context manager gives it by itself": {
    source: `
      def each(): yield a; yield from b; x = yield
      @contextmanager
      def opened() -> Iterator[Server]: yield Server()
    `,
    flow: `
      file#0
        each = #1
        opened = decorated(contextmanager(#2), #2)
        call contextmanager at 2: contextmanager(#2)
        generator function each#1()
          x = ?
          return a
          return each of b
        function opened#2(): Server
          return Server()
          call Server at 3: Server()
    `,
  },
  "exceptions that are caught have a type; a class that is raised is called": {
    source: `
      def f(given):
          try: pass
          except (A, b.B) as e: raise e
          except C: raise errors.Lost from e
          raise given
          raise Lost("x")
    `,
    flow: `
      file#0
        f = #1
        function f#1(given)
          e = a (A | b.B)
          call Lost at 4: new errors.Lost()
          call Lost at 6: Lost("x")
    `,
  },
  "built-in functions whose meaning is part of the language": {
    source: `
      def f(node):
          super().start()
          super(A, self).stop(g())
          h = getattr(o, "name", other)
          i = getattr(o, key)
          setattr(o, "x", f)
          t = type(o)
          c = cast("Server", o)
          if isinstance(node, (A, B)): pass
    `,
    flow: `
      file#0
        f = #1
        function f#1(node)
          h = (o.name | other)
          i = getattr(o, key)
          t = typeof o
          c = a Server
          node = a (A | B)
          o.x = f
          call start at 2: super.start()
          call stop at 3: super above A.stop(g())
          call g at 3: g()
          call getattr at 4: getattr(o, "name", other)
          call getattr at 5: getattr(o, key)
          call setattr at 6: setattr(o, "x", f)
          call type at 7: type(o)
          call cast at 8: cast("Server", o)
          call isinstance at 9: isinstance(node, [A, B])
    `,
  },
  "patterns bind names to what they stand for": {
    source: `
      match f(), y:
          case A.B(x, key=z) | {"k": v, **rest} if g(): h()
          case [a, *b] as c: pass
          case Point() as p, 1: pass
          case Color.RED: pass
          case _: pass
    `,
    flow: `
      file#0
        x = ?
        z = [f(), y].key
        v = [f(), y]["k"]
        rest = [f(), y]
        a = [f(), y]["0"]
        b = [f(), y]
        c = [f(), y]
        p = a Point
        call f at 1: f()
        call g at 2: g()
        call h at 2: h()
    `,
  },
  "names of calls stand in their own lines": {
    source: `
      (builder
          .first()  # one
          .second())
    `,
    flow: `
      file#0
        call first at 2: builder.first()
        call second at 3: builder.first().second()
    `,
  },
});
