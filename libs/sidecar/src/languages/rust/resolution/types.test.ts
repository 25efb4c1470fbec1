/** Meanings of Rust's names and types: paths, tuples, type parameters, `Deref` targets. */
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "a path begins with a module, whatever variables are called": {
    files: `
      //- src/main.rs
      mod prefix { pub fn cut() {} }
      fn open(prefix: u8) { prefix::cut(); }
    `,
    edges: "open → prefix.cut",
  },
  "places of tuples, in lists, fields and results": {
    files: `
      //- src/main.rs
      struct Item;
      impl Item { fn run(&self) {} }
      struct Other;
      impl Other { fn run(&self) {} }
      struct Shop { pairs: Vec<(Other, Item)>, pair: (Item, u8) }
      impl Shop {
        fn parts(&self) -> (u8, Item) { make() }
        fn open(&self) { self.pairs.iter().for_each(|pair| pair.1.run()); self.pair.0.run(); let (_, item) = self.parts(); item.run(); for (_, item) in &self.pairs { item.run(); } }
      }
    `,
    edges: `
      Shop.open.<8> → Item.run
      Shop.open → Item.run
      Shop.open → Shop.parts
      Shop.open → Item.run
      Shop.open → Item.run
    `,
  },
  "a default of a type that has traits from outside": {
    files: `
      //- src/main.rs
      #[derive(Default)]
      struct Item;
      impl Item { fn run(&self) -> Self { Item } }
      impl Display for Item { fn fmt(&self) {} }
      struct Other;
      impl Other { fn run(&self) {} }
      fn open() { Item::default().run().clone().run(); }
    `,
    edges: `
      open → Item.run
      open → Item.run
    `,
  },
  "type parameters of the own types, in results, fields and what goes through them": {
    files: `
      //- src/main.rs
      struct Item;
      impl Item { fn run(&self) {} }
      struct Other;
      impl Other { fn run(&self) {} }
      struct Stack<T> { top: T, all: Vec<T> }
      impl<E> Stack<E> { fn top(&self) -> &E { &self.top } fn pop(&mut self) -> Option<E> { self.all.pop() } }
      struct Each<U> { held: U }
      impl<V> Iterator for Each<V> { type Item = V; fn next(&mut self) -> Option<Self::Item> { None } }
      fn make() -> Stack<Other> { Stack { top: Other, all: vec![] } }
      fn open(mut stack: Stack<Item>, each: Each<Item>) { stack.top().run(); stack.pop().unwrap().run(); stack.top.run(); for item in each { item.run(); } }
      fn near(each: Each<Item>) { each.filter(|item| item.run()).for_each(|item| item.run()); }
    `,
    edges: `
      open → Stack.top
      open → Item.run
      open → Stack.pop
      open → Item.run
      open → Item.run
      open → Item.run
      near.<11>@11 → Item.run
      near.<11>@11 → Item.run
    `,
  },
  "what a type leads on to, what is dereferenced twice, and constants of a block": {
    files: `
      //- src/main.rs
      struct Item;
      impl Item { const FIRST: Item = Item; fn run(&self) {} fn show(&self) {} }
      struct Guard(Item);
      impl Deref for Guard { type Target = Item; fn deref(&self) -> &Self::Target { &self.0 } }
      impl Guard { fn show(&self) { (**self).show(); } }
      fn open(guard: Guard, made: impl Into<Item>) { guard.run(); Item::FIRST.run(); made.into().run(); }
    `,
    edges: `
      Guard.show → Item.show
      open → Item.run
      open → Item.run
      open → Item.run
    `,
  },
  "a field of a type parameter is what each object has, not what one is made of": {
    files: `
      //- src/main.rs
      trait Read { fn next(&self); }
      struct File;
      impl Read for File { fn next(&self) {} }
      struct Held<R> { inner: R }
      impl<R: Read> Held<R> { fn go(&self) { self.inner.next(); } }
      fn open() { Held { inner: File }; }
    `,
    edges: `
      Held.go → Read.next, File.next possible
    `,
  },
  "a name that a build takes from one of two places, or a macro that it may have": {
    files: `
      //- src/main.rs
      #[cfg(feature = "ansi")]
      use ansi::Style;
      #[cfg(not(feature = "ansi"))]
      struct Style;
      #[cfg(not(feature = "ansi"))]
      impl Style { fn new() -> Style { Style } fn paint(&self) {} }
      #[cfg(test)]
      macro_rules! println { () => {} }
      fn open() { Style::new().paint(); println!(); }
    `,
    edges: `
      open → Style.new possible
      open → Style.paint possible
    `,
  },
  "what a closure is handed, by the bound or type of the parameter that it is given for": {
    files: `
      //- src/main.rs
      struct Item;
      impl Item { fn run(&self) -> bool { true } }
      struct Other;
      impl Other { fn run(&self) -> bool { true } }
      struct Walk<T> { all: Vec<T> }
      impl<T> Walk<T> { fn keep<F>(&self, keep: F) where F: Fn(u8, &T) -> bool {} fn each(&self, each: Box<dyn FnMut(&Item)>) {} fn twice(&self, each: impl Fn(T)) {} }
      fn open(walk: Walk<Item>) { walk.keep(|_, item| item.run()); walk.each(Box::new(|item| item.run())); walk.twice(|item| item.run()); }
    `,
    edges: `
      open → Walk.keep
      open.<7>@7 → Item.run
      open → Walk.each
      open.<7>@7 → Item.run
      open → Walk.twice
      open.<7>@7 → Item.run
    `,
  },
});
