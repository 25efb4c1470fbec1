/** Which of several methods with one name a call in Rust refers to. */
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "of definitions of which a build takes one, none is certain": {
    files: `
      //- src/main.rs
      #[cfg(unix)]
      fn wait() {}
      #[cfg(not(unix))]
      fn wait() {}
      fn run() { wait(); }
    `,
    edges: "run → wait@2 possible, wait@4 possible",
  },
  "a trait's method is not what some have in its place, though that is for all references to such": {
    files: `
      //- src/main.rs
      trait Read { fn next(&mut self); fn skip(&mut self) { self.next(); } }
      impl<R: Read> Read for &mut R { fn next(&mut self) { (**self).next(); } }
      fn run<R: Read>(read: &mut R) { read.next(); }
    `,
    edges: `
      Read.skip → Read.next@1, Read.next@2 possible
      Read.next@2 → Read.next@1, Read.next@2 possible
      run → Read.next@1, Read.next@2 possible
    `,
  },
  "a type's own methods come before those of traits, and on self those of the same block": {
    files: `
      //- src/main.rs
      struct Own;
      trait Len { fn len(&self) -> u8; }
      trait Visit { fn visit(self); fn all(self); }
      impl Own { fn len(&self) -> u8 { 1 } }
      impl Len for Own { fn len(&self) -> u8 { Own::len(self) } }
      impl Visit for Own { fn visit(self) {} fn all(self) { self.visit(); } }
      impl Visit for &Own { fn visit(self) {} fn all(self) { self.visit(); } }
      fn run(own: Own) { own.visit(); }
    `,
    edges: `
      Own.len@5 → Own.len@4
      Own.all@6 → Own.visit@6
      Own.all@7 → Own.visit@7
      run → Own.visit@6 possible, Own.visit@7 possible
    `,
  },
  "what is handed over tells conversions apart, as far as it is known": {
    files: `
      //- src/main.rs
      struct Own;
      struct A;
      struct B;
      impl From<A> for Own { fn from(a: A) -> Own { Own } }
      impl From<B> for Own { fn from(b: B) -> Own { Own } }
      impl From<u8> for Own { fn from(number: u8) -> Own { Own } }
      fn run(b: B, wide: u64, narrow: u8) { Own::from(b); Own::from(wide); Own::from(narrow); Own::from(1); Own::from(other()); }
    `,
    edges: `
      run → Own.from@5
      run → Own.from@4 possible, Own.from@5 possible
      run → Own.from@6
      run → Own.from@4 possible, Own.from@5 possible, Own.from@6 possible
      run → Own.from@4 possible, Own.from@5 possible, Own.from@6 possible
    `,
  },
  "the name of a type that cannot be called is that of something else, too": {
    files: `
      //- src/main.rs
      pub enum Err { Broken(u8) }
      struct Pair(u8);
      fn run() -> Result<Pair, Err> { Pair(1); Err(Err::Broken(1)) }
      enum Either<E1> { E1(E1) }
      impl<E1: Outer> Either<E1> { fn layer(&self) { match self { Either::E1(one) => one.layer() } } fn other(&self) {} }
    `,
    edges: `
      run → Pair
      run → Err.Broken
      Either.layer → Either.layer name_match
    `,
  },
  "what a future gives is awaited, and what an iterator gives is gone through": {
    files: `
      //- src/main.rs
      struct Request;
      struct Response;
      impl Request { fn text(&self) {} }
      impl Response { fn text(&self) {} fn each(&self) {} }
      impl IntoFuture for Request { type Output = Response; type IntoFuture = Box<u8>; fn into_future(self) -> Self::IntoFuture { todo!() } }
      struct All;
      impl Iterator for All { type Item = Response; fn next(&mut self) -> Option<Self::Item> { None } }
      struct Held;
      impl IntoIterator for Held { type Item = Request; type IntoIter = Box<u8>; fn into_iter(self) -> Self::IntoIter { todo!() } }
      async fn run(request: Request, all: All, held: &Held) { request.await.text(); for one in all { one.each(); } for one in held { one.text(); } }
    `,
    edges: `
      run → Response.text
      run → Response.each
      run → Request.text
    `,
  },
  "of a trait and of a block for what is bound by it and another one, the trait's is called": {
    files: `
      //- src/main.rs
      use outside::Executor;
      trait Spawn { fn go(&self); }
      impl<E> Spawn for E where E: Executor { fn go(&self) {} }
      fn run<E: Spawn + Executor>(executor: E) { executor.go(); }
    `,
    edges: "run → Spawn.go, E.go possible",
  },
  "a method of a trait from outside that is called by that is the own type's": {
    files: `
      //- src/main.rs
      use serde::ser;
      use serde::ser::SerializeSeq;
      struct Own;
      impl ser::SerializeSeq for Own { fn end(self) {} fn make(value: u8) {} }
      impl ser::SerializeTuple for Own { fn end(self) { ser::SerializeSeq::end(self) } }
      fn run(own: Own) { SerializeSeq::end(own); SerializeSeq::make(own); other::Third::end(own); }
    `,
    edges: `
      Own.end@5 → Own.end@4
      run → Own.end@4
    `,
  },
  "what modules give that are taken over as a whole, or are declared twice, may be of either": {
    files: `
      //- Cargo.toml
      [package]
      name = "shop"
      //- src/lib.rs
      mod real;
      mod mocked;
      #[cfg(not(test))]
      pub use self::real::*;
      #[cfg(test)]
      pub use self::mocked::*;
      #[cfg(trace)]
      mod leaf { pub fn note() {} }
      #[cfg(not(trace))]
      mod leaf { pub fn note() {} }
      struct Kept { lock: Lock }
      impl Kept { fn take(&self) { self.lock.take(); wait(); leaf::note(); } }
      #[cfg(a)]
      struct Once;
      #[cfg(not(a))]
      struct Once;
      impl Once { fn go(&self) {} }
      fn one(once: Once) { once.go(); }
      //- src/real.rs
      pub struct Lock;
      impl Lock { pub fn take(&self) {} }
      pub fn wait() {}
      //- src/mocked.rs
      pub struct Lock;
      impl Lock { pub fn take(&self) {} }
      pub fn wait() {}
    `,
    edges: `
      Kept.take → Lock.take@2 possible, Lock.take@2 possible
      Kept.take → wait@3 possible, wait@3 possible
      Kept.take → leaf.note@8 possible, leaf.note@10 possible
      one → Once.go
    `,
  },
  "a variable is of the type that is declared for it": {
    files: `
      //- src/main.rs
      struct Own;
      impl Own { fn go(&self) {} }
      struct Other;
      impl Other { fn go(&self) {} fn into(self) -> Other { self } }
      fn run(other: Other) { let own: Own = other.into(); own.go(); }
    `,
    edges: `
      run → Other.into
      run → Own.go
    `,
  },
});
