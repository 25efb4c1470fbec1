/** Functions that are added to types of the library. */
import { describe } from "vitest";
import { checkEdges } from "../testing/check-edges.ts";

describe("extensions of types from outside", () => {
  checkEdges({
    "Kotlin: of texts and containers that are declared": {
      files: `
  //- a.kt
  package app
  fun String.shout(): String = this
  fun <T> List<T>.second(): T = this[1]
  fun Int.shout() {}
  fun run(names: List<String>) {
    "x".shout().shout()
    names.second()
    names.shout()
  }
`,
      edges: `
        run → shout@2
        run → shout@2
        run → second
      `,
    },
    "C#: by the type of the first parameter": {
      files: `
  //- a.cs
  static class Ext {
    public static string Shout(this string s) => s;
    public static T Pick<T>(this List<T> list) => list[0];
  }
  class Use {
    void Run(string text, List<Use> all, Other other) { "a".Shout(); text.Shout(); all.Pick(); other.Shout(); }
  }
`,
      edges: `
        Use.Run → Ext.Shout
        Use.Run → Ext.Shout
        Use.Run → Ext.Pick
      `,
    },
    "Rust: a trait's methods": {
      files: `
  //- src/main.rs
  trait Loud { fn shout(&self); }
  impl Loud for String { fn shout(&self) {} }
  fn run(text: String) { text.shout(); }
`,
      edges: "run → String.shout",
    },
  });
});
