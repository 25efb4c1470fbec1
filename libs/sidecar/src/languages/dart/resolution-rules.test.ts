/** Call resolution in Dart. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("objects and extensions", () => {
  checkEdges({
    "a type with the prefix of an import is one of that library": {
      files: `
  //- api/client.dart
  class Client { int search() => 1; }
  //- a.dart
  import 'api/client.dart' as api;
  class Client { int search() => 2; }
  class Own { final api.Client client; void run() { client.search(); } }
  void given(api.Client client) { client.search(); }
  api.Client make() => api.Client();
  void local() {
    late api.Client client;
    client.search();
    make().search();
  }
`,
      edges: `
        Own.run → Client.search@1
        given → Client.search@1
        make → Client@1
        local → Client.search@1
        local → make
        local → Client.search@1
      `,
    },
    "an object is called by its method call": {
      files: `
  //- a.dart
  abstract class Emitter<S> { void call(S state); }
  class Own<S> implements Emitter<S> { void call(S state) {} }
  void change(int event, Emitter<int> emit) { emit(event); }
`,
      edges: "change → Emitter.call, Own.call possible",
    },
    "of several extensions that add a method, on an object of which nothing is known, that which the file sees":
      {
        files: `
  //- one/helpers.dart
  export 'pump.dart';
  //- one/pump.dart
  extension PumpApp on WidgetTester { void pumpApp() {} }
  //- one/test.dart
  import 'helpers.dart';
  void run() { testWidgets((tester) { tester.pumpApp(); }); }
  //- two/pump.dart
  extension PumpApp on WidgetTester { void pumpApp() {} }
  //- two/test.dart
  void run() { testWidgets((tester) { tester.pumpApp(); }); }
`,
        edges: "run.<2> → PumpApp.pumpApp@1 name_match",
      },
  });
});

describe("libraries", () => {
  checkEdges({
    "by path, by package, with a prefix, through exports": {
      files: `
  //- one/pubspec.yaml
  name: store
  //- one/lib/store.dart
  library;
  export 'src/memory.dart' show Memory;
  export 'src/disk.dart';
  //- one/lib/src/memory.dart
  class Memory { Memory(); Memory.of(int size) : this(); void save() {} }
  class Hidden {}
  //- one/lib/src/disk.dart
  void sync() {}
  void _sync() {}
  //- two/lib/sync.dart
  void sync() {}
  //- two/lib/main.dart
  import 'package:store/store.dart';
  import 'package:store/store.dart' as store;
  import 'package:other/other.dart';
  void main() {
    Memory();
    Memory.of(1).save();
    store.sync();
    sync();
    Hidden();
    _sync();
    other();
  }
`,
      edges: `
        main → Memory.Memory
        main → Memory.of
        main → Memory.save
        main → sync@1
        main → sync@1
      `,
    },
    "a file that a platform takes, and parts of a library": {
      files: `
  //- pubspec.yaml
  name: app
  //- lib/app.dart
  import 'stub.dart' if (dart.library.io) 'io.dart';
  import 'tools.dart';
  part 'part.dart';
  void run() { connect(); _go(); }
  //- lib/part.dart
  part of 'app.dart';
  void _go() { run(); tool(); }
  //- lib/stub.dart
  void connect() {}
  //- lib/io.dart
  void connect() {}
  //- lib/tools.dart
  void tool() {}
`,
      edges: `
        run → connect@1 possible, connect@1 possible
        run → _go
        _go → run
        _go → tool
      `,
    },
  });
});

describe("objects", () => {
  checkEdges({
    "of declared types, of what calls give, in cascades, in containers": {
      files: `
  //- a.dart
  class Repo {
    Repo next() => this;
    Future<Repo> later() async => this;
    void go() {}
  }
  class Page {
    Page(this._repo);
    final Repo _repo;
    final List<Repo> all = [];
    Repo get first => _repo;
    void run(Repo given, String text) async {
      _repo.go();
      given.next().go();
      first.go();
      final found = await given.later();
      found.go();
      final made = Repo()..go();
      made.go();
      for (final one in all) { one.go(); }
      text.go();
      all.map((given) => given.go());
    }
  }
  class Other { void go() {} }
`,
      edges: `
        Page.run → Repo.go
        Page.run → Repo.next
        Page.run → Repo.go
        Page.run → Page.first
        Page.run → Repo.go
        Page.run → Repo.later
        Page.run → Repo.go
        Page.run → Repo
        Page.run → Repo.go
        Page.run → Repo.go
        Page.run.<19> → Repo.go
        Page.run.<21> → Repo.go
      `,
    },
    "type parameters of bases, types that calls name, extensions": {
      files: `
  //- a.dart
  class State { void clear() {} }
  abstract class Cell<T> { T get state; R read<R>() => R as R; }
  class Own extends Cell<State> { void run() { state.clear(); read<State>().clear(); } }
  extension Wiping on State { void wipe() { clear(); again(); } void again() {} }
  extension on String { void shout() {} }
  void use(State state, String text) { state.wipe(); text.shout(); }
`,
      edges: `
        Own.run → Cell.state
        Own.run → State.clear
        Own.run → Cell.read
        Own.run → State.clear
        State.wipe → State.clear
        State.wipe → State.again
        use → State.wipe
        use → <5>.shout
      `,
    },
  });
});

describe("names", () => {
  checkEdges({
    "parts of a function have names of their own": {
      files: `
  //- a.dart
  void main() {
    group(() { void serve() {} serve(); });
    group(() { void serve() {} serve(); });
    group((serve) { serve(); });
  }
`,
      edges: `
        main.<2> → main.<2>.serve
        main.<3> → main.<3>.serve
      `,
    },
    "constructors have names, and interfaces and mixins give none": {
      files: `
  //- a.dart
  class Base { Base(int x); }
  class Mock extends Base with Mixed implements Face { Mock() : super(1); factory Mock.of() => Mock(); }
  class Plain implements Face {}
  class Face { Face(); }
  mixin Mixed {}
  void use() { Mock(); Mock.of(); Plain(); }
`,
      edges: `
        Mock.Mock → Base.Base
        Mock.of → Mock.Mock
        use → Mock.Mock
        use → Mock.of
        use → Plain
      `,
    },
    "a getter is not what is called by its name alone": {
      files: `
  //- a.dart
  class A { int get total => 1; int count() => 1; }
  //- b.dart
  void use(x) { x.total(); x.count(); }
`,
      edges: "use → A.count name_match",
    },
  });
});
