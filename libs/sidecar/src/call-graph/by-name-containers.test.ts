/** Elements of containers, in languages that are read by name. */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

describe("what containers hold", () => {
  checkEdges({
    "Dart: by an index, a key, a member, a loop or a closure": {
      files: `
  //- lib/a.dart
  class Server { void run() {} Server get next => this; }
  class Other { void run() {} }
  class Holder { List<Server> items; Map<String, Server> byName; Future<Server> load() async => items.first; }
  void go(Holder h) async {
    h.items[0].run();
    h.items.first.run();
    h.items.last.next.run();
    h.byName['a']!.run();
    h.byName['a']?.run();
    h.byName.values.first.run();
    h.items.forEach((s) => s.run());
    h.items.where((s) => s != null).map((s) { s.run(); });
    h.byName.forEach((key, s) => s.run());
    for (final s in h.items) s.run();
    for (var s in h.byName.values) { s.run(); }
    for (final e in h.byName.entries) e.value.run();
    final first = h.items.first;
    first.run();
    var second = h.items[0];
    second.run();
    final third = h.items.firstWhere((s) { return true; });
    third.run();
    // Futures that are declared for results are taken for what they are of.
    h.load().then((s) => s.run());
    (h as Server).run();
  }
`,
      edges: `
        go → Server.run
        go → Server.run
        go → Server.next
        go → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go.<11> → Server.run
        go.<12>@12 → Server.run
        go.<13> → Server.run
        go.<14> → Server.run
        go.<15> → Server.run
        go.<16> → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go → Holder.load
        go → Server.run
      `,
    },
    "Swift: by an index, a key, a member, a loop or a closure": {
      files: `
  //- Sources/App/a.swift
  class Server { func run() {}; var next: Server }
  class Other { func run() {} }
  class Holder { var items: [Server]; var byName: [String: Server] }
  func go(h: Holder) {
    h.items[0].run()
    h.items[1...].first?.run()
    h.items.first.run()
    h.items.first?.next.run()
    h.byName["a"]!.run()
    h.byName["a"]?.run()
    h.byName.values.first?.run()
    h.items.forEach({ s in s.run() })
    h.items.forEach { s in s.run() }
    h.items.forEach { $0.run() }
    h.byName.forEach { $1.run() }
    h.byName.forEach { key, s in s.run() }
    h.byName.forEach { $0.value.run() }
    h.items.filter { $0 != nil }.forEach { if true { $0.run() } }
    h.items.enumerated().forEach { at, s in s.run() }
    for s in h.items { s.run() }
    for (key, s) in h.byName { s.run() }
    for (at, s) in h.items.enumerated() { s.run() }
    guard let first = h.items.first else { return }
    first.run()
    if let second = h.byName["a"] { second.run() }
    let third = h.items[0]
    third.run()
    let fourth = h.byName["a"]!
    fourth.run()
    if let fifth = h.items.first(where: { $0 != nil }) { fifth.run() }
    (h as! Server).run()
  }
`,
      edges: `
        go → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go → Server.run
        go.<12> → Server.run
        go.<13> → Server.run
        go.<14> → Server.run
        go.<15> → Server.run
        go.<16> → Server.run
        go.<17> → Server.run
        go.<18>@18 → Server.run
        go.<19> → Server.run
        go.<20> → Server.run
        go.<21> → Server.run
        go.<22> → Server.run
        go → Server.run
        go.<25> → Server.run
        go → Server.run
        go → Server.run
        go.<30> → Server.run
        go → Server.run
      `,
    },
    "Solidity: by an index or a key": {
      files: `
  //- a.sol
  contract Server { function run() public {} }
  contract Other { function run() public {} }
  struct Pool { Server[] all; }
  contract Holder {
    Server[] items;
    mapping(bytes32 => Server) byName;
    mapping(address => mapping(uint => Server[2])) nested;
    mapping(uint => Pool) pools;
    function go(bytes32 key) public {
      items[0].run();
      byName[key].run();
      nested[msg.sender][1][0].run();
      pools[1].all[2].run();
    }
  }
`,
      edges: `
        Holder.go → Server.run
        Holder.go → Server.run
        Holder.go → Server.run
        Holder.go → Server.run
      `,
    },
  });
});
