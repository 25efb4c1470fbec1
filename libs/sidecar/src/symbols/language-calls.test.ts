import { expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { languageCallsOf } from "./language-calls.ts";

/** A file, and the kinds of each of its definitions that has some. */
const CASES: readonly (readonly [path: string, source: string, kinds: string])[] = [
  [
    "a.py",
    `
      class V:
          def __add__(self, o): pass
          def __radd__(self, o): pass
          def __eq__(self, o): pass
          def __bool__(self): pass
          def __contains__(self, o): pass
          def __format__(self, s): pass
          def __getitem__(self, i): pass
          def __iter__(self): pass
          def __getattr__(self, n): pass
          def __call__(self): pass
          def __del__(self): pass
          def __await__(self): pass
          def __init__(self): pass
          def plain(self): pass
      def __add__(a, b): pass
    `,
    "__add__ operator, __radd__ operator, __eq__ operator, __bool__ conversion, " +
      "__contains__ operator, __format__ conversion, __getitem__ iteration+subscript, " +
      "__iter__ destructuring+iteration, __getattr__ access, __call__ call, __del__ lifetime, " +
      "__await__ hook",
  ],
  [
    "a.kt",
    `
      package demo
      class V(val x: Int) : Comparable<V> {
          operator fun plus(o: V) = this
          override operator fun compareTo(other: V) = 0
          override fun toString(): String = "x"
          operator fun get(i: Int) = x
          fun plain() = 1
          val size: Int get() = x
          var y: Int = 0
              set(v) { field = v }
      }
      operator fun V.contains(o: Int) = true
    `,
    "plus operator, compareTo operator, toString conversion, get subscript, contains operator",
  ],
  [
    "a.rs",
    `
      impl Drop for Guard { fn drop(&mut self) {} }
      impl<T> From<T> for Guard { fn from(x: T) -> Self { todo!() } }
      impl Guard { fn add(&self) {} }
      impl std::ops::Add<u8> for Guard { type Output = u8; fn add(self, o: u8) -> u8 { 1 } }
    `,
    "drop lifetime, from conversion, add operator",
  ],
  [
    "a.cs",
    `
      class V : IDisposable {
        public static V operator +(V a, V b) => a;
        public static explicit operator int(V a) => 1;
        public static implicit operator V(int a) => null;
        public void Deconstruct(out int a, out int b) { a = 1; b = 2; }
        public int this[int i] { get { return 1; } }
        public void Add(int x) {}
        public override string ToString() => "";
        ~V() {}
        public int Size { get { return 1; } }
        public void Dispose() {}
      }
    `,
    "+ operator, int conversion, V conversion, Deconstruct destructuring, this subscript, " +
      "Add literal, ToString conversion, ~V lifetime, Dispose lifetime",
  ],
  [
    "a.cpp",
    `
      struct V { V operator+(const V& o) const { return *this; } ~V() {} operator bool() const { return true; } int operator[](int i) { return 1; } V begin(); };
      bool operator==(const V& a, const V& b) { return true; }
      std::ostream& operator<<(std::ostream& o, const V& v) { return o; }
    `,
    "operator+ operator, ~V lifetime, operator bool conversion, operator[] subscript, " +
      "begin iteration, operator== operator, operator<< operator",
  ],
  [
    "a.swift",
    `
      struct V: CustomStringConvertible {
        static func + (a: V, b: V) -> V { a }
        static func == (a: V, b: V) -> Bool { true }
        subscript(i: Int) -> Int { get { 1 } }
        var description: String { "x" }
        deinit { }
        func makeIterator() -> Int { 1 }
        func callAsFunction() -> Int { 1 }
      }
    `,
    "+ operator, == operator, subscript subscript, description conversion, deinit lifetime, " +
      "makeIterator iteration, callAsFunction call",
  ],
  [
    "a.scala",
    `
      class V {
        def +(o: V): V = this
        def apply(i: Int) = 1
        def unary_- : V = this
        def update(i: Int, v: Int) = ()
        override def toString = "x"
        def map[A](f: Int => A) = 1
      }
      object V { def unapply(v: V): Option[Int] = None }
      given Conversion[Int, V] with { def apply(x: Int): V = new V }
    `,
    "+ operator, apply call, unary_- operator, update subscript, toString conversion, " +
      "map iteration, unapply destructuring, apply call",
  ],
  [
    "a.dart",
    `
      class V {
        V operator +(V o) => this;
        bool operator ==(Object o) => true;
        int operator [](int i) => 1;
        void operator []=(int i, int v) {}
        String toString() => "x";
        int get size => 1;
        int get hashCode => 1;
        void call() {}
        V operator -() => this;
        dynamic noSuchMethod(Invocation i) => 1;
      }
    `,
    "+ operator, == operator, [] subscript, []= subscript, toString conversion, hashCode operator, " +
      "call call, - operator, noSuchMethod access",
  ],
  [
    "a.js",
    `
      class V {
        toString() { return "x"; }
        [Symbol.iterator]() { return 1; }
        *[Symbol.asyncIterator]() { }
        toJSON() {}
        then(a, b) {}
        get size() { return 1; }
        static [Symbol.hasInstance](x) { return true; }
        valueOf() { return 1 }
        async [Symbol.dispose]() {}
      }
      const o = { toString() { return "" }, get x() { return 1 }, [Symbol.toPrimitive](h) {} };
    `,
    "toString conversion, [Symbol.iterator] iteration, [Symbol.asyncIterator] iteration, " +
      "toJSON hook, then hook, [Symbol.hasInstance] operator, valueOf conversion, " +
      "[Symbol.dispose] lifetime, toString conversion, [Symbol.toPrimitive] conversion",
  ],
  [
    "a.lua",
    `
      local V = {}
      V.__index = function(t, k) return k end
      function V.__add(a, b) return a end
      local mt = { __tostring = function(v) return "x" end }
      setmetatable(V, { __call = function(self) return 1 end })
    `,
    "__index access+subscript, __add operator, __tostring conversion, __call call",
  ],
  [
    "a.go",
    `
      package a
      type V struct{}
      func (v V) String() string { return "" }
      func (v *V) Error() string { return "" }
      func init() {}
      func main() {}
      func (v V) MarshalJSON() ([]byte, error) { return nil, nil }
    `,
    "String conversion, Error conversion, init start, main start, MarshalJSON hook",
  ],
  [
    "a.php",
    `
      <?php class V { function __toString() {} function __get($n) {} function __destruct() {} public string $full { get { return 1; } set(string $v) { $this->full = $v; } } function offsetGet($o) {} function __invoke() {} }
    `,
    "__toString conversion, __get access, __destruct lifetime, offsetGet subscript, __invoke call",
  ],
  [
    "a.hs",
    `
      module A where
      data V = V
      instance Show V where
        show v = "x"
      instance Num V where
        a + b = a
      instance Monad M where
        m >>= k = k m
      (<+>) :: V -> V -> V
      a <+> b = a
    `,
    "show conversion, + operator, >>= operator",
  ],
  [
    "a.ex",
    `
      defmodule A do
        defimpl String.Chars, for: V do
          def to_string(x), do: "x"
        end
        def a + b, do: a
        def init(x), do: x
        defimpl Enumerable, for: V do
          def reduce(a,b,c), do: 1
        end
      end
    `,
    "to_string conversion, + operator, reduce iteration",
  ],
  [
    "a.sol",
    `
      contract V { receive() external payable {} fallback() external {} constructor() {} }
      type U is uint; using {add as +} for U global; function add(U a, U b) pure returns (U) { return a; }
    `,
    "receive hook, fallback hook, constructor lifetime",
  ],
  [
    "a.ps1",
    `
      class V { [string] ToString() { return "x" } V() {} }
    `,
    "ToString conversion",
  ],
  [
    "a.rb",
    `
      class V
       def to_s; end
       def each; end
       def <=>(o); end
       def method_missing(n, *a); end
       def +(o); end
       def name=(x); end
       def -@; end
      end
    `,
    "to_s conversion, each iteration, <=> operator, method_missing access, + operator, " +
      "name= access, -@ operator",
  ],
  [
    "A.java",
    `
      class V implements AutoCloseable {
        public String toString() { return ""; }
        public String toString(int radix) { return ""; }
        public void close() {}
        public boolean equals(Object o) { return true; }
        public int compareTo(V o) { return 0; }
        public static void main(String[] args) {}
        void run() {}
      }
    `,
    "toString conversion, close lifetime, equals operator, compareTo operator, main start",
  ],
];

it.each(CASES)("says what its language calls by itself: %s", async (path, source, kinds) => {
  const { language, symbols } = await analyze(path, source);
  const found = symbols.flatMap((symbol) => {
    const own = languageCallsOf(language, symbol, symbols[symbol.parent] ?? null);
    return own.length > 0 ? [`${symbol.name} ${own.join("+")}`] : [];
  });
  expect(found.join(", ")).toBe(kinds);
});
