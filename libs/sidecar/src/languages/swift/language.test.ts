import { checkLanguage } from "../testing/check.ts";

checkLanguage("Sources/Store.swift", {
  "empty tuples as statements": {
    source: `
      func read(_ part: Part) {
        switch part {
        case .body(buffer: _):
          ()
        default:
          ()
        }
        part.finish.map { _ in () }
      }
      func after() {}
    `,
    outline: `
      function read 1-9
      function after 10-10
    `,
    diagnostics: "",
  },
  "classes with properties, initializers, methods and nested types": {
    source: `
      @available(iOS 13, *)
      @objc public final class Store<T: Base>: Parent<T>, Closeable, ns.Other where T: Equatable {
          public static let max = 10, min = 1
          private(set) var name: String = "x" {
              didSet { changed() }
          }
          @Published var items: [Foo] = []
          var computed: Int { return count() }
          let (p, q) = pair()
          public init(name: String, _ other: Int = 0) throws { super.init() }
          convenience init?(x: Int) { return nil }
          deinit { close() }
          @discardableResult
          open override func get<R>(
              _ key: String
          ) async throws -> R? where R: Codable {
              func local() { inner() }
              let notASymbol = { (x: Int) -> Int in x }
              return nil
          }
          subscript(index: Int) -> T { get { return items[index] } }
          static func + (lhs: Store, rhs: Store) -> Store { lhs }
          enum Kind: String, Codable {
              case red = "r", green
              case mixed(Int, name: String)
              var label: String { rawValue }
          }
          typealias Handler = (Int) -> Void
      }
    `,
    outline: `
      class Store 1-29
        property Store.max 3-3
        property Store.min 3-3
        property Store.name 4-6
        property Store.items 7-7
        property Store.computed 8-8
        property Store.p 9-9
        property Store.q 9-9
        constructor Store.init 10-10
        constructor Store.init 11-11
        method Store.deinit 12-12
        method Store.get 13-20
          function Store.get.local 17-17
        method Store.subscript 21-21
        method Store.+ 22-22
        enum Store.Kind 23-27
          enum_member Store.Kind.red 24-24
          enum_member Store.Kind.green 24-24
          enum_member Store.Kind.mixed 25-25
          property Store.Kind.label 26-26
        type Store.Handler 28-28
    `,
    signatures: `
      Store | public final class Store<T: Base>: Parent<T>, Closeable, ns.Other where T: Equatable
      Store.max | public static let max = 10, min = 1
      Store.min | public static let max = 10, min = 1
      Store.name | private(set) var name: String = "x"
      Store.items | var items: [Foo] = []
      Store.computed | var computed: Int
      Store.p | let (p, q) = pair()
      Store.q | let (p, q) = pair()
      Store.init | public init(name: String, _ other: Int = 0) throws
      Store.init | convenience init?(x: Int)
      Store.get | open override func get<R>( _ key: String ) async throws -> R? where R: Codable
      Store.get.local | func local()
      Store.subscript | subscript(index: Int) -> T
      Store.+ | static func + (lhs: Store, rhs: Store) -> Store
      Store.Kind | enum Kind: String, Codable
      Store.Kind.red | case red = "r", green
      Store.Kind.green | case red = "r", green
      Store.Kind.mixed | case mixed(Int, name: String)
      Store.Kind.label | var label: String
      Store.Handler | typealias Handler = (Int) -> Void
    `,
  },
  "protocols, extensions, structs, actors and what stands at the top": {
    source: `
      public protocol Shape: A, B {
          associatedtype Elem: X
          var sides: Int { get set }
          func area() -> Double
          init(x: Int)
      }
      extension Store: Codable where T: Codable {
          func extra() {}
      }
      extension Array<Int> {
          var total: Int { 0 }
      }
      extension ns.Deep {
          func d() {}
      }
      struct Point { var x, y: Int }
      actor Counter { func inc() {} }
      func top(_ a: Int, b: Foo) -> [String: Foo] { [:] }
      let constant: Int = 1
      var variable = 2
      macro stringify<T>(_ value: T) -> String = #externalMacro(module: "M", type: "S")
    `,
    outline: `
      protocol Shape 1-6
        type Shape.Elem 2-2
        property Shape.sides 3-3
        method Shape.area 4-4
        constructor Shape.init 5-5
      extension Store 7-9
        method Store.extra 8-8
      extension Array 10-12
        property Array.total 11-11
      extension ns.Deep 13-15
        method ns.Deep.d 14-14
      struct Point 16-16
        property Point.x 16-16
        property Point.y 16-16
      class Counter 17-17
        method Counter.inc 17-17
      function top 18-18
      constant constant 19-19
      variable variable 20-20
      macro stringify 21-21
    `,
  },
  references: {
    source: `
      @objc class A: Base<T>, P, ns.Q {
          @Published var x: [Foo] = []
      }
      struct S: P {}
      protocol R: P {}
      func f(a: Foo?, b: any Bar) -> (Baz) {}
    `,
    references: `
      1: decorator objc
      1: extends Base
      1: type T
      1: implements P
      1: type ns
      1: implements Q
      2: decorator Published
      2: type Foo
      4: implements P
      5: extends P
      6: type Foo
      6: type Bar
      6: type Baz
    `,
  },
  calls: {
    source: `
      func run() {
          helper.go(key)?.then { $0.stop() }
          plain(1, 2)
          Foo.bar()
          Box<Int>(x: 1)
          list.map { render($0) }.filter(isOk)
          try? await fetch()
          self.method()
          #expect(a)
          if !isBad(1) && !other.isBad(2) { show(.make(3)) }
          let sum = self.one() + self.two() * three()
          items[key].run(list[0])
      }
    `,
    calls: `
      2: helper . go/1 in run
      2: helper.go(key) . then in run
      2: $0 . stop/0 in run
      3: plain/2 in run
      4: Foo . bar/0 in run
      5: Box/1 in run
      6: list . map in run
      6: render/1 in run
      6: list.map { render($0) } . filter/1 in run
      7: fetch/0 in run
      8: self . method/0 in run
      9: expect/1 in run
      10: isBad/1 in run
      10: other . isBad/1 in run
      10: show/1 in run
      10:  . make/1 in run
      11: self . one/0 in run
      11: self . two/0 in run
      11: three/0 in run
      12: items[key] . run/1 in run
    `,
  },
  "blocks behind a condition that tries or awaits something": {
    source: `
      class A {
          func a() async throws {
              if let user = try? await load() { use(user) }
              if let r = try app?.runtime, r.ok { use(r) }
              guard let v = try? (a as B).c else { return }
              while await queue.next { use(v) }
              for item in try page.items { use(item) }
          }
          func b() { try? c() }
          func c() { run(copy: 1) }
          func await(_ x: Int) { x.await(copy x) }
      }
    `,
    outline: `
      class A 1-12
        method A.a 2-8
        method A.b 9-9
        method A.c 10-10
        method A.await 11-11
    `,
    calls: `
      3: load/0 in A.a
      3: use/1 in A.a
      4: use/1 in A.a
      6: use/1 in A.a
      7: use/1 in A.a
      9: c/0 in A.b
      10: run/1 in A.c
      11: x . await/1 in A.await
    `,
  },
  "names with blanks": {
    source: `
      // The \`odd one
      struct Tests {
          @Test func \`adds 2 + 2\`() { let text = "\`" + name + "\`" }
          func \`default\`() {}
      }
    `,
    outline: `
      struct Tests 2-5
        method Tests.adds 2 + 2 3-3
        method Tests.default 4-4
    `,
  },
  imports: {
    source: `
      import Foundation
      @testable import MyLib
      import Foo.Sub
      import struct Foo.Bar
    `,
    imports: `
      1: import Foundation {*}
      2: import MyLib {*}
      3: import Foo.Sub {*}
      4: import Foo {Bar}
    `,
  },
  "directives around members": {
    source: `
      class A {
          #if DEBUG
          func debug() {}
          #else
          func release() {}
          #endif
      }
    `,
    outline: `
      class A 1-7
        method A.debug 3-3
        method A.release 5-5
    `,
  },
  "one file leaves nothing behind for the next": {
    source: `
      let a = #"raw \\#(value)
    `,
    diagnostics: "syntax_error",
  },
  "a file behind a broken raw string": {
    source: `
      #if os(iOS)
      struct A {}
      #endif
    `,
    outline: "struct A 2-2",
  },
  "doc comments": {
    source: `
      // MARK: - Stores

      /// Keeps values.
      /// - Parameter x: y
      @objc
      class Store {
          /** Its name. */
          var name = "x" // behind
          var size = 1
      }
    `,
    docs: `
      Store | Keeps values.
      Store.name | Its name.
    `,
  },
  "previews inside of types are no members": {
    source: `
      struct Card: View {
          #Preview { Card() }
          var body: some View { Text("a") }
          #Preview("Wide", traits: .landscapeLeft) {
              Card()
          }
          func next() {}
      }
      #Preview("Outside") { Card() }
    `,
    outline: `
      struct Card 1-8
        property Card.body 3-3
        method Card.next 7-7
    `,
    calls: `
      2: Card/0 in Card
      3: Text/1 in Card.body
      5: Card/0 in Card
      9: Preview/1
      9: Card/0
    `,
  },
  "macros that parameters are by default, and values of no type": {
    source: `
      func check(_ text: String, at location: SourceLocation = #_sourceLocation) {
          promise.succeed(())
          return ()
      }
      func isolated(isolation: isolated (any Actor)? = #isolation) async {
          promise.fail((), later())
      }
      enum Outcome {
          case done(()), failed((), Int)
          case open
      }
    `,
    outline: `
      function check 1-4
      function isolated 5-7
      enum Outcome 8-11
        enum_member Outcome.done 9-9
        enum_member Outcome.failed 9-9
        enum_member Outcome.open 10-10
    `,
    calls: `
      2: promise . succeed/1 in check
      6: promise . fail/2 in isolated
      6: later/0 in isolated
    `,
  },
  "an empty file": { source: "", outline: "" },
  "what follows a syntax error is still found": {
    source: `
      struct Before {
          func broken() { let x = ; call(; }
          func next() {}
      }
      struct After { func run() {} }
    `,
    outline: `
      struct Before 1-4
        method Before.broken 2-2
        method Before.next 3-3
      struct After 5-5
        method After.run 5-5
    `,
    diagnostics: "syntax_error",
  },
});
