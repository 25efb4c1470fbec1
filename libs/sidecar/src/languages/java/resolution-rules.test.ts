/** Call resolution in Java. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("overloads are told apart by what they are called with", () => {
  checkEdges({
    "by how many arguments there are, those of a variable number last": {
      files: `
  //- Log.java
  class Log {
    void put(String text) {}
    void put(String text, int level) {}
    void put(String text, Object... more) {}
    void run() { put("a"); put("a", 1); put("a", 1, 2); }
  }
`,
      edges: `
        Log.run → Log.put@2
        Log.run → Log.put@3
        Log.run → Log.put@4
      `,
    },
    "by numbers, texts and arrays": {
      files: `
  //- Writer.java
  class Writer {
    void value(long value) {}
    void value(double value) {}
    void value(Number value) {}
    void value(String value) {}
    void value(int[] values) {}
    void value(float[] values) {}
    void run(int[] all, Integer boxed) { value(1); value(1.5f); value("1"); value(all); value(boxed); value(Double.NaN); }
  }
`,
      edges: `
        Writer.run → Writer.value@2
        Writer.run → Writer.value@3
        Writer.run → Writer.value@5
        Writer.run → Writer.value@6
        Writer.run → Writer.value@4
        Writer.run → Writer.value@3
      `,
    },
    "by types of the codebase, the nearest first": {
      files: `
  //- Shapes.java
  interface Shape {}
  class Circle implements Shape {}
  class Dot extends Circle {}
  class Pen {
    void draw(Object any) {}
    void draw(Shape shape) {}
    void draw(Circle circle) {}
    void run(Shape shape, Dot dot) { draw(shape); draw(dot); draw("x"); }
  }
`,
      edges: `
        Pen.run → Pen.draw@6
        Pen.run → Pen.draw@7
        Pen.run → Pen.draw@5
      `,
    },
    "by types of the library": {
      files: `
  //- a/Gson.java
  package a;
  import java.io.Reader;
  import java.lang.reflect.Type;
  class Gson {
    <T> T read(String json, Class<T> of) { return null; }
    <T> T read(String json, Type of) { return null; }
    <T> T read(Reader json, Class<T> of) { return null; }
    void run(String text, Reader reader) {
      read("{}", Gson.class);
      this.read(text, boolean.class);
      read(reader, Gson.class);
    }
  }
`,
      edges: `
        Gson.run → Gson.read@5
        Gson.run → Gson.read@5
        Gson.run → Gson.read@7
      `,
    },
    "by one argument for a parameter before several for a variable number": {
      files: `
  //- Bits.java
  class Bits {
    void set(int bit) {}
    void set(int... bits) {}
    void set(String name, Object... more) {}
    void set(String name, Runnable made) {}
    void run() { set(1); set(1, 2); set("a", "b"); }
  }
`,
      edges: `
        Bits.run → Bits.set@2
        Bits.run → Bits.set@3
        Bits.run → Bits.set@4
      `,
    },
    "by what is declared, whatever flows there": {
      files: `
  //- Types.java
  interface Type {}
  class Name implements Type {}
  class Types {
    Type held = new Name();
    void put(Type type) {}
    void put(Name name) {}
    Type made() { return new Name(); }
    void run(Name name) { Type local = new Name(); put(local); put(held); put(made()); put(this.held); put(name); put(new Name()); }
  }
`,
      edges: `
        Types.java → Name
        Types.made → Name
        Types.run → Name
        Types.run → Types.put@5
        Types.run → Types.put@5
        Types.run → Types.put@5
        Types.run → Types.made
        Types.run → Types.put@5
        Types.run → Types.put@6
        Types.run → Types.put@6
        Types.run → Name
      `,
    },
    "by the nearest of those that take null, which is no number": {
      files: `
  //- Log.java
  class Line {}
  class Log {
    void put(Object any) {}
    void put(Line line) {}
    void put(int level) {}
    void run() { put(null); }
  }
`,
      edges: `
        Log.run → Log.put@4
      `,
    },
    "by what operators make of numbers and texts": {
      files: `
  //- Log.java
  class Log {
    long size;
    void put(int count) {}
    void put(long count) {}
    void put(String text) {}
    void put(boolean is) {}
    void run(int count, String name) { put(-1L); put(count - 1); put(size + count); put(count + " of " + size); put(name + count); put(!name.isEmpty()); put(count == 1); }
  }
`,
      edges: `
        Log.run → Log.put@4
        Log.run → Log.put@3
        Log.run → Log.put@4
        Log.run → Log.put@5
        Log.run → Log.put@5
        Log.run → Log.put@6
        Log.run → Log.put@6
      `,
    },
    "by what methods of the library give, in a class of whatever base": {
      files: `
  //- Log.java
  import java.io.Closeable;
  class Log implements Closeable {
    void put(int count) {}
    void put(String text) {}
    void put(Class<?> type) {}
    void put(Number number) {}
    void put(char[] text) {}
    void run(StringBuilder text, Double number) { put(text.length()); put(text.toString()); put(number.getClass()); put(Double.valueOf(1)); put(text.toString().toCharArray()); }
  }
`,
      edges: `
        Log.run → Log.put@3
        Log.run → Log.put@4
        Log.run → Log.put@5
        Log.run → Log.put@6
        Log.run → Log.put@7
      `,
    },
    "those that take a type parameter of their class take anything": {
      files: `
  //- Memo.java
  class Memo<I, O> {
    O of(I input) { return null; }
    O of(I input, String name) { return null; }
    O of(Runnable made, String name) { return null; }
    void run(Integer count, Memo<Integer, String> memo) { memo.of(count, "a"); }
  }
`,
      edges: `
        Memo.run → Memo.of@3
      `,
    },
    "by whether the caller may call them": {
      files: `
  //- Log.java
  class Log {
    private static void put(String text) {}
    static void put(CharSequence text) {}
    static void own() { put("a"); }
  }
  //- Main.java
  class Main { void run() { Log.put("a"); } }
`,
      edges: `
        Log.own → Log.put@2
        Main.run → Log.put@3
      `,
    },
    "where nothing tells, each may be the one": {
      files: `
  //- Log.java
  class Log {
    void put(String text) {}
    void put(Log other) {}
    void run() { put(null); }
  }
`,
      edges: `
        Log.run → Log.put@2 possible, Log.put@3 possible
      `,
    },
    "those of a class above count beside the own ones, and are hidden by what takes the same": {
      files: `
  //- Log.java
  class Base { void put(int level) {} void put(String text) {} }
  class Log extends Base {
    void put(String text) {}
    void run() { put("a"); put(1); super.put("a"); }
  }
`,
      edges: `
        Log.run → Log.put
        Log.run → Base.put@1
        Log.run → Base.put@1
      `,
    },
    "what a call gives is what the chosen one gives": {
      files: `
  //- Log.java
  class Line { void end() {} }
  class Page { void end() {} }
  class Log {
    Line open(int at) { return null; }
    Page open(String name) { return null; }
    void run() { open(1).end(); open("a").end(); }
  }
`,
      edges: `
        Log.run → Log.open@4
        Log.run → Line.end
        Log.run → Log.open@5
        Log.run → Page.end
      `,
    },
    constructors: {
      files: `
  //- Log.java
  class Log {
    Log(int level) {}
    Log(String text) { this(1); }
    static void run() { new Log("a"); }
  }
`,
      edges: `
        Log.Log@3 → Log.Log@2
        Log.run → Log.Log@3
      `,
    },
  });
});

describe("names", () => {
  checkEdges({
    "what a class inherits from outside does not hide names around it": {
      files: `
  //- a/Reader.java
  package a;
  import java.io.Closeable;
  class Outer {
    static void check() {}
    static class Reader implements Closeable {
      void run() { check(); throw new Broken(); }
    }
  }
  //- a/Broken.java
  package a;
  class Broken extends RuntimeException {}
`,
      edges: `
        Outer.Reader.run → Outer.check
        Outer.Reader.run → Broken
      `,
    },
    "a field may be called like a method, which is what is called": {
      files: `
  //- Options.java
  class Options {
    private final Runnable strict;
    Options(Runnable strict) { this.strict = strict; }
    Options strict() { return this; }
    static void on() {}
    static void run() { new Options(() -> on()).strict(); }
  }
`,
      edges: `
        Options.run → Options.Options
        Options.run.<6> → Options.on
        Options.run → Options.strict
      `,
    },
  });
});

describe("objects", () => {
  checkEdges({
    "a class without a constructor is what is made, and what runs is inherited": {
      files: `
  //- Log.java
  class Base { Base() {} }
  class Log extends Base { static void run() { new Log(); } }
`,
      edges: `
        Log.run → Log, Base.Base
      `,
    },
    "one that is derived from a container of the library holds what that holds": {
      files: `
  //- Pages.java
  import java.util.ArrayList;
  class Page { void show() {} }
  class Pages extends ArrayList<Page> {
    static void run(Pages all) { all.get(0).show(); for (Page page : all) page.show(); }
  }
`,
      edges: `
        Pages.run → Page.show
        Pages.run → Page.show
      `,
    },
    "a method of an interface is implemented by what takes the same": {
      files: `
  //- Store.java
  interface Store { void put(String text); void put(int number); }
  class Files implements Store {
    public void put(String text) {}
    public void put(int number) {}
  }
  class Use { void run(Store store) { store.put("a"); } }
`,
      edges: `
        Use.run → Store.put@1, Files.put@3 possible
      `,
    },
  });
});

describe("lambdas", () => {
  checkEdges({
    "take what the interface says that they stand for": {
      files: `
  //- Shop.java
  class Order { void pay() {} }
  interface Visitor { void visit(int at, Order order); }
  class Shop {
    Shop(Visitor visitor) {}
    void each(Visitor visitor) {}
    void run() {
      each((at, order) -> order.pay());
      new Shop((at, order) -> order.pay());
    }
  }
`,
      edges: `
        Shop.run → Shop.each
        Shop.run.<7> → Order.pay
        Shop.run → Shop.Shop
        Shop.run.<8> → Order.pay
      `,
    },
    "an object of a library's interface for functions is the function that it was made of": {
      files: `
        //- Main.java
        import java.util.function.*;
        class Main {
          void own() {}
          static void shared() {}
          int compared(int left, int right) { return left; }
          void runAll() {
            Runnable first = this::own; first.run();
            Runnable second = Main::shared; second.run();
            Comparator<Integer> third = this::compared; third.compare(1, 2); third.reversed();
          }
        }
      `,
      edges: `
        Main.runAll → Main.own
        Main.runAll → Main.shared
        Main.runAll → Main.compared
      `,
    },
  });
});

checkEdges({
  "what functions of the library give of what they are handed": {
    files: `
      //- App.java
      import java.util.*;
      import static java.util.stream.Collectors.toList;
      class Node { void visit() {} Node next() { return null; } }
      class Other { void visit() {} }
      class App {
        void one(Node x, Node[] array) {
          Objects.requireNonNull(x, "none").visit();
          java.util.Objects.requireNonNull(x).visit();
          List.of(x).get(0).visit();
          java.util.List.of(x).get(0).visit();
          Arrays.asList(array).get(0).visit();
          Arrays.asList(x, x).get(0).visit();
          Map.of("a", x).get("a").visit();
          Collections.unmodifiableList(List.of(x)).get(0).visit();
        }
        void two(List<Node> nodes) {
          nodes.stream().collect(toList()).get(0).visit();
          nodes.stream().filter(n -> true).collect(java.util.stream.Collectors.toUnmodifiableSet()).iterator().next().visit();
          var all = nodes.stream().map(Node::next).collect(Collectors.toList());
          all.get(0).visit();
        }
      }
      //- own/List.java
      package own;
      class List { static List of(Object x) { return null; } void visit() {} void run() { List.of(this).visit(); } }
    `,
    edges: `
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.one → Node.visit
      App.two → Node.visit
      App.two → Node.visit
      App.two → Node.visit
      List.run → List.of
      List.run → List.visit
    `,
  },
});

describe("a method with the name of a field", () => {
  const files = (members: string, call: string): string => `
  //- App.java
  class Config { void read() {} void accept() {} }
  class Base { Config config() { return null; } }
  class App extends Base {
    private Config config;
    ${members}
    void run(App other) { ${call} }
  }
`;
  const own = "Config config() { return config; }";
  checkEdges({
    "is what is called": {
      files: files(own, "config(); other.config().read();"),
      edges: "App.run → App.config\nApp.run → App.config\nApp.run → Config.read",
    },
    "is not what is read": {
      files: files(own, "config.accept(); this.config.read();"),
      edges: "App.run → Config.accept\nApp.run → Config.read",
    },
    "is inherited past the field": { files: files("", "other.config();"), edges: "App.run → Base.config" },
  });
});
