import { checkLanguage } from "../testing/check.ts";

checkLanguage("com/acme/Store.java", {
  "classes with fields, constants, constructors and methods": {
    source: `
      package com.acme;

      @Service("x")
      public abstract class Store<T extends Base> extends ns.Parent<T> implements Closeable, Comparable<Store<T>> {
        private static final int MAX = 10, MIN = 1;
        @Inject private final Map<String, Foo> names = new HashMap<>();
        int a, b[];
        public Store(String name) throws IOException { super(name); }
        @Override
        public <R> R get(T key,
            int... rest) throws Failure {
          class Local { void run() {} }
          return null;
        }
        protected abstract void close(int first,
            int second);
      }
    `,
    outline: `
      class Store 3-17
        constant Store.MAX 5-5
        constant Store.MIN 5-5
        field Store.names 6-6
        field Store.a 7-7
        field Store.b 7-7
        constructor Store.Store 8-8
        method Store.get 9-14
          class Store.get.Local 12-12
            method Store.get.Local.run 12-12
        method Store.close 15-16
    `,
    signatures: `
      Store | public abstract class Store<T extends Base> extends ns.Parent<T> implements Closeable, Comparable<Store<T>>
      Store.MAX | private static final int MAX = 10, MIN = 1
      Store.MIN | private static final int MAX = 10, MIN = 1
      Store.names | private final Map<String, Foo> names = new HashMap<>()
      Store.a | int a, b[]
      Store.b | int a, b[]
      Store.Store | public Store(String name) throws IOException
      Store.get | public <R> R get(T key, int... rest) throws Failure
      Store.get.Local | class Local
      Store.get.Local.run | void run()
      Store.close | protected abstract void close(int first, int second)
    `,
    references: `
      3: decorator Service
      4: type T
      4: type Base
      4: type ns
      4: extends Parent
      4: type T
      4: implements Closeable
      4: implements Comparable
      4: type Store
      4: type T
      6: decorator Inject
      6: type Map
      6: type String
      6: type Foo
      6: type HashMap
      8: type String
      8: type IOException
      9: decorator Override
      10: type R
      10: type R
      10: type T
      11: type Failure
    `,
  },
  "interfaces, enums, records and annotations": {
    source: `
      sealed interface Shape extends Area permits Circle {
        int SIDES = 1;
        double size();
        default int d() { return 1; }
      }
      enum Color implements Shape {
        RED(1) { void paint() {} },
        GREEN;
        private int value;
        Color() {}
      }
      record Point(int x, int y) implements Shape {
        Point { check(x); }
        int sum() { return x + y; }
      }
      @interface Name { String value() default "x"; }
    `,
    outline: `
      interface Shape 1-5
        constant Shape.SIDES 2-2
        method Shape.size 3-3
        method Shape.d 4-4
      enum Color 6-11
        enum_member Color.RED 7-7
          method Color.RED.paint 7-7
        enum_member Color.GREEN 8-8
        field Color.value 9-9
        constructor Color.Color 10-10
      class Point 12-15
        field Point.x 12-12
        field Point.y 12-12
        constructor Point.Point 13-13
        method Point.sum 14-14
      interface Name 16-16
        method Name.value 16-16
    `,
  },
  "calls of methods and constructors": {
    source: `
      class A {
        void run() {
          plain();
          this.helper.<R>go(key).then(String::valueOf);
          new Foo(1) { void inner() { nested(); } };
          new a.Bar<Baz>();
          Util.stop(() -> late(1, 2));
          super.run();
        }
      }
    `,
    calls: `
      3: plain/0 in A.run
      4: this.helper . go/1 in A.run
      4: this.helper.<R>go(key) . then/1 in A.run
      5: Foo/1 in A.run
      5: nested/0 in A.run.inner
      6: a . Bar/0 in A.run
      7: Util . stop/1 in A.run
      7: late/2 in A.run
      8: super . run/0 in A.run
    `,
  },
  imports: {
    source: `
      import java.util.*;
      import java.util.List;
      import static org.junit.Assert.assertEquals;
      import static org.junit.Assert.*;
    `,
    imports: `
      1: import java.util {*}
      2: import java.util {List}
      3: import org.junit.Assert {assertEquals}
      4: import org.junit.Assert {*}
    `,
  },
  "a module and what it requires": {
    path: "module-info.java",
    source: `
      open module com.acme {
        requires transitive java.sql;
        exports com.acme.api;
      }
    `,
    outline: "module com.acme 1-4",
    imports: "2: import java.sql {*}",
  },
  "doc comments stand above the annotations": {
    source: `
      /* License */
      package a;

      /**
       * Keeps values.
       * @param <T> of this type
       */
      @Deprecated
      class Store<T> {
        // Its name.
        @Inject
        String name; // behind
        int size;
      }
    `,
    docs: `
      Store | Keeps values.
      Store.name | Its name.
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      class Before {
        void broken() { int x = ; call(; }
        void next() {}
      }
      class After { void run() {} }
    `,
    outline: `
      class Before 1-4
        method Before.broken 2-2
        method Before.next 3-3
      class After 5-5
        method After.run 5-5
    `,
    diagnostics: "syntax_error",
  },
});
