/** Resolution of calls inside the brackets of Rust's macros. */
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "is read with its closures, indexes, references and what is awaited": {
    files: `
      //- src/main.rs
      struct Item;
      impl Item { fn run(&self) -> bool { true } fn u8() -> Item { Item } async fn next(&self) -> Item { Item } }
      struct Other;
      impl Other { fn run(&self) {} fn next(&self) {} }
      async fn open(items: Vec<Item>) { assert!(items.iter().any(|item| item.run()), "{}", 1); assert!(items[0].run()); check!(&Item::u8(), items.first()?.run()); assert!(items[1].next().await.run()); }
    `,
    edges: `
      open.<5> → Item.run
      open → Item.run
      open → Item.u8
      open → Item.run
      open → Item.next
      open → Item.run
    `,
  },
  "exports a macro to other crates, wherever it stands": {
    files: `
      //- Cargo.toml
      [package]
      name = "shop"
      //- src/lib.rs
      #[macro_use]
      mod inner;
      //- src/inner.rs
      #[macro_export]
      macro_rules! sell { () => { sold() } }
      fn sold() {}
      //- tests/all.rs
      use shop::sell;
      fn one() { sell!(); shop::sell!(); }
    `,
    edges: `
      sell → sold
      one → sell
      one → sell
    `,
  },
  "finds items inside macros": {
    files: `
      //- src/main.rs
      lazy_static! { static ref TABLE: Table = open(); }
      bitflags! { struct Perms: u32 { const READ = 1; } }
      cfg_if! { if #[cfg(unix)] { fn platform() {} } else { fn platform() { other(); } } }
      proptest! { fn holds(a in strategy()) { platform(); } }
      struct Table;
      impl Table { fn rows(&self) {} }
      impl Perms { fn check(&self) {} }
      fn open() -> Table { Table }
      fn other() {}
      fn strategy() {}
      fn main() { TABLE.rows(); Perms::READ.check(); platform(); }
    `,
    edges: `
      src/main.rs → open
      platform@3 → other
      src/main.rs → strategy
      holds → platform@3 possible, platform@3 possible
      main → Table.rows
      main → Perms.check
      main → platform@3 possible, platform@3 possible
    `,
  },
});
