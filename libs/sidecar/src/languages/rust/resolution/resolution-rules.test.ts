/** Call resolution in Rust. */
import { describe } from "vitest";
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

/**
 * A type for the content of containers, another one with the same methods, and the function around a call.
 */
const around = (fields: string, body: string): string => `
  //- Cargo.toml
  [package]
  name = "shop"
  //- src/main.rs
  struct Item;
  impl Item { fn run(&self) {} }
  struct Other;
  impl Other { fn run(&self) {} fn get(&self) {} fn lock(&self) {} }
  struct Shop { ${fields} }
  impl Shop { fn open(&self) { ${body} } }
`;
const LIST = "items: Vec<Item>";
const MAP = "items: HashMap<String, Item>";

const reaches = (fields: string, body: string, caller = "Shop.open") => ({
  files: around(fields, body),
  edges: `${caller} → Item.run`,
});
const CLOSURE = "Shop.open.<6>";

describe("what the library's containers hold is called", () => {
  checkEdges({
    "a guard that is unwrapped": reaches("state: Mutex<Item>", "self.state.lock().unwrap().run();"),
    "a guard that is awaited": reaches(
      "state: Arc<Mutex<Item>>",
      "let state = self.state.lock().await; state.run();",
    ),
    "a guard that is used at once": reaches("state: RefCell<Item>", "self.state.borrow_mut().run();"),
    "a lock that is made here": reaches(
      "",
      "let state = Arc::new(Mutex::new(Item)); state.lock().unwrap().run();",
    ),
    "what a list may have at a place": reaches(LIST, "self.items.first().unwrap().run();"),
    "what a list may have, or nothing": reaches(
      LIST,
      "if let Some(item) = self.items.get(0) { item.run(); }",
    ),
    "what a list may have, handed on by `?`": reaches(LIST, "self.items.last()?.run();"),
    "what a list gives up until it is empty": reaches(
      LIST,
      "while let Some(item) = self.items.pop() { item.run(); }",
    ),
    "each of a list, with its number": reaches(
      LIST,
      "for (at, item) in self.items.iter().enumerate() { at.run(); item.run(); }",
    ),
    "each of a list, by a closure with its number": reaches(
      LIST,
      "self.items.iter().enumerate().for_each(|(at, item)| item.run());",
      CLOSURE,
    ),
    "each that is left of a list": reaches(
      LIST,
      "self.items.iter().filter(|item| true).for_each(|item| item.run());",
      `${CLOSURE}@6`,
    ),
    "each of what is collected": reaches(
      LIST,
      "let all = self.items.iter().collect::<Vec<_>>(); all[0].run();",
    ),
    "each of a list that is written down": reaches(
      "",
      "let all = vec![Item]; all.into_iter().rev().for_each(|item| item.run());",
      CLOSURE,
    ),
    "what a map has under a key": reaches(MAP, 'self.items.get("a").unwrap().run();'),
    "what a map has under a key, or something else": reaches(
      MAP,
      'self.items.get("a").cloned().unwrap_or_default().run();',
    ),
    "what a map gets under a key": reaches(MAP, 'self.items.entry("a").or_insert_with(|| Item).run();'),
    "each of a map": reaches(MAP, "for (key, item) in &self.items { item.run(); }"),
    "each value of a map": reaches(MAP, "for item in self.items.values() { item.run(); }"),
    "what an option may hold": reaches(
      "item: Option<Box<Item>>",
      "self.item.as_ref().map(|item| item.run());",
      CLOSURE,
    ),
  });
});

const given = (result: string, body: string) => ({
  files: around("", body).replace("fn open", `async fn find() -> ${result} { todo!() } async fn open`),
  edges: "Shop.open → Shop.find\nShop.open → Item.run",
});

describe("what an asynchronous function is declared to give is awaited as it is", () => {
  checkEdges({
    "a result, handed on by `?`": given("std::io::Result<Item>", "Shop::find().await?.run();"),
    "a result that is unwrapped": given("Result<Item, u8>", "Shop::find().await.unwrap().run();"),
    "an option that is taken apart": given(
      "Option<Item>",
      "if let Some(item) = Shop::find().await { item.run(); }",
    ),
    "a list": given("Vec<Item>", "for item in Shop::find().await { item.run(); }"),
  });
});

describe("what is awaited gives what it is a future of", () => {
  checkEdges({
    "a future of a result": reaches(
      "",
      "let find: Pin<Box<dyn Future<Output = Result<Item, u8>> + Send>> = todo!(); find.await?.run();",
    ),
    "a future with a name of its own": reaches(
      "find: BoxFuture<'static, Option<Item>>",
      "if let Some(item) = self.find.await { item.run(); }",
    ),
    "a task, which may have failed": reaches("task: JoinHandle<Item>", "self.task.await.unwrap().run();"),
  });
});

describe("what a macro declares for its own tokens", () => {
  checkEdges({
    "may be what alone has the method": {
      files: `
        //- src/main.rs
        macro_rules! tap { ($shop:ident, mut $inner:ident => { $($stmt:stmt)* }) => { let mut $inner = $shop.parts(); $($stmt)* } }
        struct Parts;
        impl Parts { fn reset_all(&self) {} }
        struct Shop;
        impl Shop { fn parts(&self) -> Parts { Parts } fn open(self) { tap!(self, mut this => { this.reset_all(); }) } }
      `,
      edges: `
        tap → Shop.parts name_match
        Shop.open → tap
        Shop.open → Parts.reset_all name_match
      `,
    },
  });
});

describe("names of modules", () => {
  const module = (use: string, type: string): string => `
  //- Cargo.toml
  [package]
  name = "shop"
  //- src/lib.rs
  pub mod sync;
  //- src/sync/mod.rs
  mod low;
  mod high;
  //- src/sync/low.rs
  pub struct Gate;
  impl Gate { pub fn enter(&self) {} }
  //- src/sync/other.rs
  pub struct Door;
  impl Door { pub fn enter(&self) {} }
  //- src/sync/high.rs
  ${use}
  struct Hall { gate: ${type} }
  impl Hall { fn open(&self) { self.gate.enter(); } }
`;
  const edges = "Hall.open → Gate.enter";
  checkEdges({
    "a module of the one above": { files: module("use super::low;", "low::Gate"), edges },
    "under another name": { files: module("use super::low as ll;", "ll::Gate"), edges },
    "from the crate": { files: module("use crate::sync::low as cl;", "cl::Gate"), edges },
    "a type of it": { files: module("use super::low::Gate as Own;", "Own"), edges },
    "a path without a use": { files: module("", "super::low::Gate"), edges },
  });
});

describe("a method with the name of a field", () => {
  const files = (call: string): string => `
  //- src/main.rs
  struct Config;
  impl Config { fn read(&self) {} }
  struct App { config: Config }
  impl App {
      fn config(&self) -> &Config { &self.config }
      fn run(&self, other: &App) { ${call} }
  }
`;
  checkEdges({
    "is what is called": {
      files: files("self.config(); other.config().read();"),
      edges: "App.run → App.config\nApp.run → App.config\nApp.run → Config.read",
    },
    "is not what is read": { files: files("self.config.read();"), edges: "App.run → Config.read" },
  });
});

describe("paths from another crate", () => {
  const files = (call: string): string => `
  //- Cargo.toml
  [package]
  name = "shop-core"
  //- src/lib.rs
  pub mod fs;
  pub fn open() {}
  //- src/fs.rs
  pub fn read() {}
  //- tests/it.rs
  fn main() { ${call} }
`;
  checkEdges({
    "need no use": {
      files: files("shop_core::fs::read(); shop_core::open();"),
      edges: "main → read\nmain → open",
    },
  });
});

describe("macros", () => {
  checkEdges({
    "one at the top of another file is seen without being imported, the nearest of several; those of the language are not":
      {
        files: `
  //- a/src/lib.rs
  #[macro_use]
  mod fragment;
  mod bound;
  //- a/src/fragment.rs
  macro_rules! quote_block { ($t:tt) => {} }
  macro_rules! println { ($t:tt) => {} }
  //- a/src/bound.rs
  fn run() { quote_block! { x }; println!("x"); }
  fn quote() {}
  //- b/src/macros.rs
  macro_rules! quote_block { ($t:tt) => {} }
`,
        edges: "run → quote_block@1",
      },
  });
});

describe("calls between the brackets of a macro", () => {
  checkEdges({
    "may say with which types": {
      files: `
  //- src/main.rs
  struct App;
  fn make<T>() {}
  impl App {
      fn get(&self) { ok!(self.inner::<u8>(1), self.inner::<Vec<Vec<u8>>>(1).last(), make::<fn(u8) -> u8>(), App::open::<(u8, u8)>()); less!(a < b, make()); }
      fn inner<T>(&self, id: u8) -> App { App }
      fn last(&self) {}
      fn open<T>() {}
  }
`,
      edges:
        "App.get → App.inner\nApp.get → App.inner\nApp.get → App.last\nApp.get → make\nApp.get → " +
        "App.open\nApp.get → make",
    },
  });
});

describe("paths between the brackets of a macro", () => {
  checkEdges({
    "begin where they say": {
      files: `
  //- src/lib.rs
  mod a;
  fn top() {}
  fn run() { assert_eq!(self::top(), crate::a::b::low()); }
  //- src/a.rs
  pub mod b;
  fn middle() {}
  //- src/a/b.rs
  pub fn low() { assert_eq!(super::super::top(), super::middle(), self::low(), crate::top()); }
`,
      edges: "low → top\nlow → middle\nlow → low\nlow → top\nrun → top\nrun → low",
    },
  });
});

describe("modules of the files that Cargo builds programs and tests of", () => {
  const cargo = `
  //- Cargo.toml
  [package]
  name = "shop"
  [[bin]]
  name = "cli"
  path = "tools/cli.rs"
  //- src/lib.rs
  pub fn open() {}
`;
  const helper = (path: string): string => `${cargo}
  //- ${path}
  mod help;
  fn main() { help::one(); self::help::one(); crate::help::one(); self::own(); crate::own(); }
  fn own() {}
`;
  const edges = "main → one\nmain → one\nmain → one\nmain → own\nmain → own";
  const beside = (path: string) => ({
    files: `${helper(path)}  //- ${path.replace(/\w+\.rs$/, "help.rs")}\n  pub fn one() {}`,
    edges,
  });
  checkEdges({
    "lie beside a program": beside("src/bin/cli.rs"),
    "lie beside an example": beside("examples/demo.rs"),
    "lie beside a benchmark": beside("benches/speed.rs"),
    "lie beside a script of the build": beside("build.rs"),
    "lie beside a program that the manifest names": beside("tools/cli.rs"),
    "lie below any other file": {
      files: `${helper("src/tests/it.rs").replace("crate::help::one(); ", "").replace("crate::own();", "")}
  //- src/tests/it/help.rs
  pub fn one() {}
`,
      edges: "main → one\nmain → one\nmain → own",
    },
    "are shared by tests, and know each test that has them": {
      files: `${cargo}
  //- tests/common/mod.rs
  pub mod deep;
  pub fn one() { crate::setup(); super::setup(); deep::low(); }
  //- tests/common/deep.rs
  use crate::common::one;
  pub fn low() { one(); super::one(); }
  //- tests/first.rs
  mod common;
  use self::common::*;
  use common::deep::low;
  fn setup() {}
  fn test() { one(); low(); common::one(); shop::open(); }
  //- tests/second.rs
  fn setup() {}
`,
      edges:
        "low → one\nlow → one\none → setup@4\none → setup@4\none → low\ntest → one\ntest → low\ntest → " +
        "one\ntest → open",
    },
    "are not those of the library": {
      files: `${cargo}
  //- src/bin/cli.rs
  mod help;
  fn open() {}
  //- src/bin/help.rs
  fn run() { crate::open(); super::open(); shop::open(); }
`,
      edges: "run → open@2\nrun → open@2\nrun → open@1",
    },
  });
});

describe("files of modules inside an inline module", () => {
  checkEdges({
    "lie in a folder of its name": {
      files: `
  //- src/lib.rs
  pub mod b { pub fn around() {} pub mod c; }
  use b::c::low;
  fn run() { b::c::low(); low(); crate::b::c::low(); }
  //- src/b/c.rs
  pub fn low() { super::around(); crate::b::around(); }
  //- src/other.rs
  pub mod d { pub mod e; pub fn at() { e::deep(); } }
  //- src/other/d/e.rs
  pub fn deep() {}
`,
      edges: "low → b.around\nlow → b.around\nrun → low\nrun → low\nrun → low\nd.at → deep",
    },
  });
});

describe("type parameters", () => {
  checkEdges({
    "stand for the traits that bound them, be that in the type or in the block of its methods": {
      files: `
        //- src/lib.rs
        pub trait Store { fn save(&self); }
        struct One<S: Store> { store: S }
        impl<S: Store> One<S> { fn one(&self) { self.store.save(); } }
        struct Two<S> { store: S, list: Vec<S> }
        impl<S> Two<S> where S: Store + Send {
            fn two(&self, other: &S) { self.store.save(); other.save(); for s in &self.list { s.save(); } }
        }
        struct MutexGuard<T> { data: T }
        impl<T: Store> MutexGuard<T> { fn own(&self) { self.more(); self.data.save(); } fn more(&self) {} }
      `,
      edges: `
        One.one → Store.save
        Two.two → Store.save
        Two.two → Store.save
        Two.two → Store.save
        MutexGuard.own → MutexGuard.more
        MutexGuard.own → Store.save
      `,
    },
    "copies are of the type of what they are made of": {
      files: `
        //- src/lib.rs
        use std::sync::{Arc, Mutex};
        struct Mem; impl Mem { fn save(&self) {} fn len(&self) {} }
        struct App { shared: Arc<Mem>, locked: Arc<Mutex<Mem>> }
        impl App { fn run(&self, unknown: X) {
            Arc::clone(&self.shared).save();
            self.shared.clone().save();
            let locked = Arc::clone(&self.locked);
            locked.lock().unwrap().save();
            unknown.y().len();
        } }
      `,
      edges: `
        App.run → Mem.save
        App.run → Mem.save
        App.run → Mem.save
      `,
    },
    "what derived traits make is of the type that derives them": {
      files: `
        //- src/lib.rs
        #[derive(Default, Clone)]
        pub struct Event { id: u8 }
        impl Event { pub fn data(self, id: u8) -> Self { self } pub fn run(&self) {} }
        pub struct Other;
        impl Other { pub fn data(self) {} pub fn run(&self) {} fn default() -> Event { Event { id: 1 } } }
        pub fn go(event: &mut Event) {
            Event::default().data(1).run();
            event.to_owned().run();
            std::mem::take(event).run();
            Event::from(1).run();
            Other::default().run();
        }
      `,
      edges: `
        go → Event.data
        go → Event.run
        go → Event.run
        go → Event.run
        go → Event.run
        go → Other.default
        go → Event.run
      `,
    },
  });
});

describe("types that implement traits from outside", () => {
  checkEdges({
    "what a macro writes for one gives anything, and what it leads on to has methods of its own": {
      files: `
        //- Cargo.toml
        [package]
        name = "a"
        //- src/lib.rs
        use futures::Stream;
        struct Timer { ticks: u8 }
        impl Timer { fn poll_tick(&mut self) {} fn reset_all(&mut self) {} fn next_tick(&mut self) {} }
        struct Ticks { timer: Timer }
        impl Ticks { fn next_tick(&mut self) {} }
        impl Stream for Ticks {
            fn poll_next(self: Pin<&mut Self>) {
                let me = self.project();
                me.timer.poll_tick();
                self.size_hint();
            }
        }
        struct Spawn<T> { future: T }
        impl<T> Deref for Spawn<T> { type Target = T; fn deref(&self) -> &T { &self.future } }
        fn spawn<T>(future: T) -> Spawn<T> { Spawn { future } }
        fn run(ticks: Ticks) {
            let spawned = spawn(Timer { ticks: 1 });
            spawned.reset_all();
            ticks.reset_all();
        }
      `,
      edges: `
        Ticks.poll_next → Timer.poll_tick name_match
        run → spawn
      `,
    },
  });
});
