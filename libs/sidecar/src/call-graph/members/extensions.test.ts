/** Functions that are added to library types. */
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
    "Kotlin: of what the library's functions and methods give, and of types above": {
      files: `
  //- a.kt
  package app
  fun <T> List<T>.second(): T = this[1]
  fun <T> Iterable<T>.each() {}
  fun Map<String, Int>.keysOf() {}
  fun String.shout(): String = this
  fun run(names: MutableList<String>) {
    listOf(1).second()
    mutableListOf<Int>().second()
    "a".trim().lowercase().shout()
    "a,b".split(",").each()
    names.each()
    mapOf("a" to 1).keysOf()
    setOf(1).second()
    listOf(1).shout()
    sizeOf(1).second()
  }
`,
      edges: `
        run → second
        run → second
        run → shout
        run → each
        run → each
        run → keysOf
        run → second name_match
      `,
    },
    "Kotlin: properties are what they give, and no functions of their name": {
      files: `
  //- a.kt
  package app
  import kotlin.coroutines.CoroutineContext
  interface Delay { fun invokeOnTimeout() }
  object DefaultDelay : Delay { override fun invokeOnTimeout() {} }
  class Adder { operator fun invoke(n: Int) {} }
  val CoroutineContext.delay: Delay get() = DefaultDelay
  val CoroutineContext.adder: Adder get() = Adder()
  fun delay(millis: Long) {}
  fun run(context: CoroutineContext) {
    delay(1000)
    context.delay.invokeOnTimeout()
    context.adder(1)
  }
  fun CoroutineContext.own() {
    delay.invokeOnTimeout()
    delay(1000)
  }
`,
      edges: `
        adder → Adder
        run → delay@8
        run → delay@6
        run → Delay.invokeOnTimeout, DefaultDelay.invokeOnTimeout possible
        run → Adder.invoke, adder
        own → delay@6
        own → Delay.invokeOnTimeout, DefaultDelay.invokeOnTimeout possible
        own → delay@8
      `,
    },
    "C#: of what methods give, and of interfaces": {
      files: `
  //- a.cs
  static class Ext {
    public static string Shout(this string s) => s;
    public static T Pick<T>(this IEnumerable<T> all) => all.First();
  }
  class Use {
    void Run(List<int> all, Other other) { "a".Trim().Shout(); all.Pick(); other.Pick(); }
  }
`,
      edges: `
        Use.Run → Ext.Shout
        Use.Run → Ext.Pick
        Use.Run → Ext.Pick name_match
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
