/** Call resolution in Swift. */
import { describe } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";

describe("names", () => {
  checkEdges({
    "of the own module first, then of those that are imported": {
      files: `
  //- Sources/Core/User.swift
  public struct User { public init() {} func one() {} }
  public func make() {}
  //- Sources/App/User.swift
  struct User { init() {} func two() {} }
  extension User { func three() { two() } }
  //- Sources/App/run.swift
  import Core
  func run(user: User) { user.two(); user.three(); make(); User() }
  //- Tests/CoreTests/core.swift
  import Core
  func check() { User().one(); XCTAssert(true) }
`,
      edges: `
        User.three → User.two
        run → User.two
        run → User.three
        run → make
        run → User.init@1
        check → User.init@1
        check → User.one
      `,
    },
    "in backticks are the same as without": {
      files: `
  //- a.swift
  class Session {
    static let \`default\` = Session()
    func request() {}
    func \`repeat\`() {}
    var \`class\`: Session { Session() }
    enum \`Kind\` { case \`default\`, other; func run() {} }
  }
  let AF = Session.default
  func run(\`in\` given: Session, kind: Session.\`Kind\`) {
    AF.request()
    Session.\`default\`.request()
    let \`own\` = Session()
    own.\`repeat\`()
    \`own\`.repeat()
    AF.class.request()
    kind.run()
  }
`,
      edges: `
        Session.default → Session
        Session.class → Session
        run → Session.request
        run → Session.request
        run → Session
        run → Session.repeat
        run → Session.repeat
        run → Session.class
        run → Session.request
        run → Session.Kind.run
      `,
    },
    "without an object are of the type that is declared there, and never of the type around": {
      files: `
  //- a.swift
  struct Settings {
    static var standard: Settings { Settings() }
    static func make(_ size: Int) -> Settings { Settings() }
    func run() {}
  }
  class Session {
    static var standard: Session { Session() }
    static func make(_ size: Int) -> Session { Session() }
    var held: Settings = .standard
    func open(settings: Settings = .standard) {
      let own: Settings = .make(2)
      let other: Settings? = .standard.next()
      take(.standard)
      take(.make(1))
      take(of: 1, .standard.run())
      let unknown = [.standard]
    }
    func take(_ settings: Settings) {}
    func take(of size: Int, _ settings: Settings) {}
    func next() { self
      .take(Settings.standard) }
  }
`,
      edges: `
        Settings.standard → Settings
        Settings.make → Settings
        Session.standard → Session
        Session.make → Session
        Session.held → Settings.standard
        Session.open → Settings.standard
        Session.open → Settings.make
        Session.open → Settings.standard
        Session.open → Session.take@18
        Session.open → Settings.standard
        Session.open → Session.take@18
        Session.open → Settings.make
        Session.open → Session.take@19
        Session.open → Settings.standard
        Session.open → Settings.run
        Session.next → Session.take@18
        Session.next → Settings.standard
      `,
    },
    "words that the grammar does not know are none": {
      files: `
  //- a.swift
  final class Box {
    private nonisolated(unsafe) var value: Int
    func take(_ other: sending Box) throws(Failure) -> Box { unsafe other.go(); return consume other }
    func go() {}
  }
`,
      edges: "Box.take → Box.go",
    },
  });
});

describe("objects", () => {
  checkEdges({
    "of declared types, of what is given, unwrapped or cast, in containers": {
      files: `
  //- a.swift
  class Repo { static let shared = Repo(); func next() -> Repo? { self }; func go() {} }
  class Page<Item: Repo> {
    let repo: Repo
    lazy var other = Repo()
    var all: [Repo] = []
    var first: Repo { repo }
    var item: Item
    init(repo: Repo) { self.repo = repo }
    func run(with given: Repo, any: Any, text: String) {
      given.next()?.next()!.go()
      first.go()
      self.other.go()
      item.go()
      Repo.shared.go()
      if let cast = any as? Repo { cast.go() }
      guard let found = given.next() else { return }
      found.go()
      for one in all { one.go() }
      all.forEach { given in given.go() }
      text.go()
    }
  }
  struct Other { func go() {} }
`,
      edges: `
        Repo.shared → Repo
        Page.other → Repo
        Page.run → Repo.next
        Page.run → Repo.next
        Page.run → Repo.go
        Page.run → Page.first
        Page.run → Repo.go
        Page.run → Repo.go
        Page.run → Repo.go
        Page.run → Repo.go
        Page.run.<15> → Repo.go
        Page.run → Repo.next
        Page.run → Repo.go
        Page.run.<18> → Repo.go
        Page.run.<19> → Repo.go
      `,
    },
    "cases of enumerations, and extensions of types from outside": {
      files: `
  //- a.swift
  enum Failure: Error { case bad(Int), worse; func show() {} }
  extension String { func shout() { whisper() }; func whisper() {} }
  func use(text: String, data: Data) { Failure.bad(1).show(); Failure.worse.show(); text.shout(); data.text().whisper(); NSNumber(1) }
  extension NSNumber { var big: Bool { true } }
`,
      edges: `
        String.shout → String.whisper
        use → Failure.bad
        use → Failure.show
        use → Failure.show
        use → String.shout
        use → String.whisper name_match
      `,
    },
    "a macro is none of the functions of its name": {
      files: `
  //- Sources/A/Macros.swift
  @freestanding(expression) public macro stringify<T>(_ value: T) -> String = #externalMacro(module: "M", type: "S")
  func expect(_ is: Bool) {}
  //- Sources/A/Use.swift
  func run() {
    #expect(true)
    #stringify(3)
    expect(true)
    stringify(4)
  }
  func stringify(_ number: Int) {}
`,
      edges: `
        run → stringify@1
        run → expect
        run → stringify@7
      `,
    },
  });
});

describe("types in brackets, and of several protocols", () => {
  checkEdges({
    "of fields, parameters, results and what containers hold": {
      files: `
  //- a.swift
  protocol Provider { func done(_ task: Int) }
  protocol Other { func done(_ task: Int) }
  class Delegate: NSObject {
    weak var provider: (any Provider)?
    let both: (any Provider & Sendable)?
    var callback: ((Int) -> Void)?
    func run(one: (any Provider)?, two: any Provider & Sendable, all: [(any Provider)]) {
      both?.done(1)
      one?.done(1)
      two.done(1)
      all.first?.done(1)
      callback?(1)
    }
    func get() -> (any Provider)? { provider }
    func go() { get()?.done(2) }
  }
  extension Delegate { func more() { provider?.done(3) } }
`,
      edges: `
        Delegate.run → Provider.done
        Delegate.run → Provider.done
        Delegate.run → Provider.done
        Delegate.run → Provider.done
        Delegate.go → Delegate.get
        Delegate.go → Provider.done
        Delegate.more → Provider.done
      `,
    },
  });
});

describe("labels of arguments", () => {
  checkEdges({
    "tell functions and constructors of one name apart": {
      files: `
  //- a.swift
  struct Address {
    init(string: String = "/") {}
    init(path: String) { self.init(string: path) }
    init(scheme: String, path: String, query: String? = nil) { self.init(path: scheme) }
  }
  class Router {
    func on(_ path: String..., use handler: () -> Void) {}
    func on(_ path: [String]) { on("a", "b", use: {}) }
    func on(for key: Map<String, Int>, as other: Int = 3, done: () -> Void) {}
    func go() {
      on(["a"])
      on("a") { }
      on(for: [:], done: {})
      on(for: [:]) { }
      on(at: 3)
      Address()
      Address(scheme: "a", path: "b")
      Address(path: "a")
    }
  }
`,
      edges: `
        Address.init@3 → Address.init@2
        Address.init@4 → Address.init@3
        Router.on@8 → Router.on@7
        Router.go → Router.on@8
        Router.go → Router.on@7
        Router.go → Router.on@9
        Router.go → Router.on@9
        Router.go → Address.init@2
        Router.go → Address.init@4
        Router.go → Address.init@3
      `,
    },
    "of which those of a type above count where none of its own has them, and those that the compiler makes":
      {
        files: `
  //- a.swift
  class Base {
    init(name: String) {}
    func open(_ at: Int) {}
    func close() {}
  }
  class Lower: Base {
    init(size: Int) { super.init(name: "") }
    convenience init() { self.init(name: "a") }
    func open(path: String) { open(1) }
    override func close() {}
  }
  struct Pair { let a: Int }
  extension Pair { init(text: String) { self.init(a: 1) } }
  func run(lower: Lower) { Lower(name: "a"); Lower(size: 1); Pair(a: 1); Pair(text: "a"); lower.close(); lower.open(2) }
`,
        edges: `
        Lower.init@7 → Base.init
        Lower.init@8 → Base.init
        Lower.open → Base.open
        run → Base.init
        run → Lower.init@7
        run → Pair@12
        run → Pair.init
        run → Lower.close
        run → Base.open
      `,
      },
    "of the only function of a name have to fit as well; closures are called without": {
      files: `
  //- a.swift
  class Store { static func save(_ key: String, as name: String) -> Store {} }
  func send(_ store: Store) {}
  func use(_ thing: Any, done: (Int) -> Void) {
    send(.save("a"))
    send(.save("a", as: "b"))
    done(1)
  }
  func run() { use(1) { stop($0) }; use(1, done: { number in stop(number) }) }
  func stop(_ number: Int) {}
`,
      edges: `
        use → send
        use → send
        use → Store.save
        use → run.<8>@8, run.<8>@8
        run → use
        run.<8>@8 → stop
        run → use
        run.<8>@8 → stop
      `,
    },
  });
});
