import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("server/Server.java", {
  "a class has its bases, type parameters, fields and methods": {
    source: `
      public abstract class Server<T extends Base & Closeable, K> extends Node<T> implements Runnable, java.io.Closeable {
        static final int PORT = port(), OTHER = 2;
        private List<Conn>[] all = new ArrayList<>();
        Conn[] some = {first, dial()};
        Runnable stop = () -> halt();
        public static Server of(String name, Conn... conns) { return null; }
        abstract void run() throws IOException;
        class Inner { Outer.Inner inner; }
      }
    `,
    flow: `
      file#0
        Server = #1
        abstract exported class Server#1 < Node<T> < Runnable < import(java.io, *).Closeable
          T = (Base | Closeable)<>
          K = ?<>
          PORT = a <int>
          PORT = port()
          OTHER = a <int>
          OTHER = <int>
          all = a []<List<Conn>>
          all = new ArrayList()
          some = a []<Conn>
          some = [first, dial()]
          stop = a Runnable
          stop = #2
          of = #3
          run = #4
          Inner = #5
          call port at 2: port()
          call ArrayList at 3: new ArrayList()
          call dial at 4: dial()
          arrow function stop#2()
            return halt()
            call halt at 5: halt()
          static exported function of#3(name: String, rest conns: []<Conn>): Server
          abstract function run#4()
          class Inner#5
            inner = a Outer.Inner
    `,
  },
  "constructors are members called <init>; initialisers have no name": {
    source: `
      class Server {
        Server() { this(size); }
        Server(int port) { super(port); this.port = port; }
        static { boot(); }
        { conns = open(); }
      }
    `,
    flow: `
      file#0
        Server = #1
        class Server#1
          <init> = #2
          <init> = #3
          constructor function Server#2()
            call Server at 2: Server(size)
          constructor function Server#3(port: <int>)
            this.port = port
            call super at 3: super(port)
          static function#4()
            call boot at 4: boot()
          function#5()
            this.conns = open()
            call open at 5: open()
    `,
  },
  "enums have constants, which may be classes of their own": {
    source: `
      enum Color implements Paint {
        RED(warm()) { int mix() { return 2; } }, GREEN, BLUE(size);
        Color(int a) {}
        int mix() { return 1; }
      }
    `,
    flow: `
      file#0
        Color = #1
        class Color#1 < Paint < import(java.lang.Enum, *)
          values = () => []<Color>
          valueOf = () => Color
          RED = a #2
          GREEN = a #1
          BLUE = new Color(size)
          <init> = #4
          mix = #5
          call Color at 2: new Color(warm())
          call warm at 2: warm()
          call Color at 2: new Color(size)
          class RED#2 < #1
            mix = #3
            function mix#3(): <int>
              return <int>
          constructor function Color#4(a: <int>)
          function mix#5(): <int>
            return <int>
    `,
  },
  "records have fields and methods for their components": {
    source: `
      record Pair<T>(T left, Conn... conns) implements Closeable {
        Pair { check(left); }
        Pair(T left) { this(left, none); }
        public T left() { return left; }
      }
    `,
    flow: `
      file#0
        Pair = #1
        class Pair#1 < Closeable
          T = ?<>
          left = a T
          conns = a []<Conn>
          <init> = #2
          <init> = #3
          left = #4
          conns = #5
          constructor function Pair#2(left: T, conns: []<Conn>)
            this.left = left
            this.conns = conns
            call check at 2: check(left)
          constructor function Pair#3(left: T)
            call Pair at 3: Pair(left, none)
          exported function left#4(): T
            return left
          exported function conns#5(): []<Conn>
            return this.conns
    `,
  },
  "interfaces and annotation types have abstract methods": {
    source: `
      interface Store extends Closeable, Iterable<Conn> {
        int LIMIT = limit();
        Conn open(String name);
        default void close() { open("a"); }
        static Store of() { return null; }
      }
      @interface Size { int value() default 1; String[] names(); }
    `,
    flow: `
      file#0
        Store = #1
        Size = #5
        interface Store#1 < Closeable < Iterable<Conn>
          LIMIT = a <int>
          LIMIT = limit()
          open = #2
          close = #3
          of = #4
          call limit at 2: limit()
          abstract function open#2(name: String): Conn
          implicit function close#3()
            call open at 4: open("a")
          static function of#4(): Store
        interface Size#5
          value = #6
          names = #7
          abstract function value#6(): <int>
          abstract function names#7(): []<String>
    `,
  },
  "an object of an anonymous class is of that class, and calls the constructor above": {
    source: `
      class A {
        Object f() {
          return new Base(arg()) {
            int count = 1;
            void run() { count = next(); outer(); }
          };
        }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          f = #2
          function f#2(): Object
            return a #3
            call Base at 3: new Base(arg())
            call arg at 3: arg()
            class#3 < Base
              count = a <int>
              count = <int>
              run = #4
              function run#4()
                this.count = next()
                call next at 5: next()
                call outer at 5: outer()
    `,
  },
  "type parameters of a method are what they are bound to": {
    source: `
      class A {
        <T, S extends Store> T pick(List<T> all, S store, T other) { return all.get(size); }
      }
    `,
    flow: `
      file#0
        A = #1
        class A#1
          pick = #2
          function pick#2(all: List<T>, store: S, other: T): T
            T = ?<>
            S = Store<>
            return all.get(size)
            call get at 2: all.get(size)
    `,
  },
});
