/** Methods that traits add to Rust's types. */
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "a method for a type from outside is called where its trait is in sight": {
    files: `
      //- Cargo.toml
      [package]
      name = "shop"
      //- src/lib.rs
      pub mod words;
      mod seeing;
      mod unnamed;
      mod prelude;
      mod blind;
      //- src/words.rs
      pub trait Words { fn count_words(&self) -> usize; }
      impl Words for str { fn count_words(&self) -> usize { 1 } }
      //- src/seeing.rs
      use crate::words::Words;
      fn run(text: &str, whole: String) { text.count_words(); whole.count_words(); "a".count_words(); }
      //- src/unnamed.rs
      use crate::words::Words as _;
      fn run(text: &str) { text.count_words(); }
      //- src/prelude.rs
      pub use crate::words::Words as _;
      //- src/whole.rs
      use crate::prelude::*;
      fn run(text: &str) { text.count_words(); }
      //- src/blind.rs
      fn run(text: &str) { text.count_words(); }
    `,
    edges: `
      run@2 → str.count_words
      run@2 → str.count_words
      run@2 → str.count_words
      run@2 → str.count_words
      run@2 → str.count_words
    `,
  },
  "a method that calls its own name on its own type calls what that has itself; one of the library's traits, or of a common name, may be another":
    {
      files: `
      //- src/main.rs
      struct Own;
      trait Float { fn to_bits(self) -> u32; fn halve(self) -> f32; }
      impl Float for f32 { fn to_bits(self) -> u32 { f32::to_bits(self) } fn halve(self) -> f32 { self } }
      impl From<Own> for Vec<u8> { fn from(own: Own) -> Vec<u8> { vec![] } }
      fn run(number: f32) { number.to_bits(); number.halve(); Vec::from([1]); }
    `,
      edges: `
      run → f32.to_bits possible
      run → f32.halve
      run → Vec.from possible
    `,
    },
  "types of one name in several modules of the library are several": {
    files: `
      //- src/main.rs
      use std::error;
      use std::io;
      trait Told { fn told(&self); }
      impl Told for io::Error { fn told(&self) {} }
      impl Told for Box<dyn error::Error> { fn told(&self) {} }
      fn run(broken: io::Error) { broken.told(); }
    `,
    edges: "run → Error.told",
  },
  "what is implemented for whatever fits is called on whatever has none of the name": {
    files: `
      //- src/main.rs
      trait More: Iterator { fn pairs(self) {} fn chain(self) {} }
      impl<T: ?Sized> More for T where T: Iterator {}
      trait Parser { fn parse_all(&self); }
      impl<F> Parser for F where F: Fn(&str) -> u8 { fn parse_all(&self) {} }
      struct Own;
      struct Unit;
      impl Iterator for Own { type Item = u8; fn next(&mut self) -> Option<u8> { None } }
      fn digit(text: &str) -> u8 { 1 }
      fn run(list: Vec<u8>, own: Own) { Unit.pairs(); list.iter().pairs(); own.pairs(); list.iter().chain(); digit.parse_all(); list.parse_all(); }
    `,
    edges: `
      run → More.pairs
      run → More.pairs
      run → More.pairs
      run → More.chain possible
      run → F.parse_all
    `,
  },
  "macros of the language are no functions of their name": {
    files: `
      //- src/main.rs
      mod json { macro_rules! write { () => { go() } } fn text() { write!(); } }
      fn format() { format!("{}", format()); assert!(format!("a") == other::format!()); }
      fn go() {}
    `,
    edges: `
      json.write → go
      json.text → json.write
      format → format
    `,
  },
});
