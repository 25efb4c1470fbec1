import { checkLanguage } from "../testing/check.ts";

checkLanguage("lib/store.dart", {
  "types and their members": {
    source: `
      /// A store.
      @immutable
      abstract class Store<T extends Base> extends Other<T> with Mix implements Sink {
        /// Makes one.
        const Store(this.name, {required this.size}) : super(name);
        Store.named(int x) : name = 'a' {
          init();
        }
        factory Store.from(Map json) => Store.named(json['x']);
        factory Store.redirect() = Sub;
        final String name;
        int size = 3, other = 4;
        static const int max = 3;
        int get length => name.length;
        set length(int value) {}
        @override
        Future<void> open(int a, [String? b]) async {
          int local() => 1;
        }
        String close();
        bool operator ==(Object other) => true;
        int operator [](int at) => 0;
      }
      mixin Mix on Store { void mixed() {} }
      enum Color { red, green(2); final int v = 0; }
      extension Words on String { int get words => 1; }
      extension on int { void twice() {} }
      extension type Id(int value) {}
      typedef Callback = void Function(int);
      typedef int Old(String s);
      class Short = Store with Mix;
    `,
    outline: `
      class Store 2-23
        constructor Store.Store 5-5
        constructor Store.named 6-8
        constructor Store.from 9-9
        constructor Store.redirect 10-10
        field Store.name 11-11
        field Store.size 12-12
        field Store.other 12-12
        constant Store.max 13-13
        property Store.length 14-14
        property Store.length 15-15
        method Store.open 16-19
          function Store.open.local 18-18
        method Store.close 20-20
        method Store.== 21-21
        method Store.[] 22-22
      trait Mix 24-24
        method Mix.mixed 24-24
      enum Color 25-25
        enum_member Color.red 25-25
        enum_member Color.green 25-25
        field Color.v 25-25
      extension Words 26-26
        property Words.words 26-26
      extension int 27-27
        method int.twice 27-27
      class Id 28-28
      type Callback 29-29
      type Old 30-30
      class Short 31-31
    `,
    signatures: `
      Store | abstract class Store<T extends Base> extends Other<T> with Mix implements Sink
      Store.Store | const Store(this.name, {required this.size}) : super(name)
      Store.named | Store.named(int x) : name = 'a'
      Store.from | factory Store.from(Map json)
      Store.redirect | factory Store.redirect() = Sub
      Store.name | final String name
      Store.size | int size = 3, other = 4
      Store.other | int size = 3, other = 4
      Store.max | static const int max = 3
      Store.length | int get length
      Store.length | set length(int value)
      Store.open | Future<void> open(int a, [String? b])
      Store.open.local | int local()
      Store.close | String close()
      Store.== | bool operator ==(Object other)
      Store.[] | int operator [](int at)
      Mix | mixin Mix on Store
      Mix.mixed | void mixed()
      Color | enum Color
      Color.green | green(2)
      Color.v | final int v = 0
      Words | extension Words on String
      Words.words | int get words
      int | extension on int
      int.twice | void twice()
      Id | extension type Id(int value)
      Callback | typedef Callback = void Function(int)
      Old | typedef int Old(String s)
      Short | class Short = Store with Mix
    `,
    docs: `
      Store | A store.
      Store.Store | Makes one.
    `,
    references: `
      2: decorator immutable
      3: type T
      3: type Base
      3: extends Other
      3: type T
      3: implements Mix
      3: implements Sink
      5: value name
      6: type int
      9: type Map
      10: type Sub
      11: type String
      12: type int
      13: type int
      14: type int
      14: value length
      15: type int
      16: decorator override
      17: type Future
      17: type int
      17: type String
      18: type int
      20: type String
      21: type bool
      21: type Object
      22: type int
      22: type int
      24: extends Store
      25: type int
      26: type String
      26: type int
      28: type int
      29: type int
      30: type int
      30: type String
      31: extends Store
      31: implements Mix
    `,
  },
  "functions and variables": {
    source: `
      const limit = 3;
      final String name = 'x';
      var first = 1, second = 2;
      int get counted => 1;
      @pragma('x')
      int add(int x, int y) {
        var local = 1;
        return local;
      }
      external void outside();
    `,
    outline: `
      constant limit 1-1
      constant name 2-2
      variable first 3-3
      variable second 3-3
      property counted 4-4
      function add 5-9
      function outside 10-10
    `,
    signatures: `
      limit | limit = 3
      name | name = 'x'
      first | first = 1
      second | second = 2
      counted | int get counted
      add | int add(int x, int y)
      outside | void outside()
    `,
  },
  calls: {
    source: `
      void main() {
        open(1, two: 2);
        this.store.get<int>(3)?.close();
        Store.named(4);
        const Point(5);
        new net.Socket(6);
        super.dispose();
        list..add(7)..sort();
        runApp(App(home: Text('x')));
        items.map((x) => run(x));
      }
    `,
    calls: `
      2: open/2 in main
      3: this.store . get/1 in main
      3: this.store.get<int>(3) . close/0 in main
      4: Store . named/1 in main
      5: Point/1 in main
      6: net . Socket/1 in main
      7: super . dispose/0 in main
      8: list . add/1 in main
      8: list . sort/0 in main
      9: runApp/1 in main
      9: App/1 in main
      9: Text/1 in main
      10: items . map/1 in main
      10: run/1 in main
    `,
  },
  imports: {
    source: `
      import 'dart:async';
      import 'package:http/http.dart' as http;
      import 'a.dart' show X, Y hide Z;
      export 'src/b.dart' show Q;
      part 'a.g.dart';
      part of 'lib.dart';
    `,
    imports: `
      1: import dart:async {*}
      2: import package:http/http.dart {* as http}
      3: import a.dart {X, Y}
      4: reexport src/b.dart {Q}
      5: include a.g.dart
      6: include lib.dart {library}
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      class First { void a() {} }
      class Broken { void b() { if ( } }
      int second() { return 0; }
      class Third {}
    `,
    outline: `
      class First 1-1
        method First.a 1-1
      class Broken 2-2
        method Broken.b 2-2
      function second 3-3
      class Third 4-4
    `,
    diagnostics: "syntax_error",
  },
});
