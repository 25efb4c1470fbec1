import { describe, expect, it } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";
import { extensionsAsClasses } from "./extensions.ts";

describe("extensionsAsClasses", () => {
  it.each([
    ["  extension(string text) {", "  class ion(string text) {"],
    ["extension<T>(IBox<T> box) where T : class\n{", "class ion<T>(IBox<T> box) where T : class\n{"],
    ["extension(string) {", "class ion:string  {"],
    ["extension<T>(IBox<T>)\n{", "class ion<T>:IBox<T> \n{"],
    ["extension(ref int self) {", "class ion(ref int self) {"],
    ["extension([NotNull] string? text) {", "class ion([NotNull] string? text) {"],
    ["extension(ref int) {", "class ion:    int  {"],
    ["extension((int, int) pair) {", "class ion((int, int) pair) {"],
    // No blocks.
    ["extension(string text);", "extension(string text);"],
    ["class extension { extension(int x) { } }", "class extension { extension(int x) { } }"],
  ])("%s", (text, rewritten) => {
    expect(extensionsAsClasses(text)).toBe(rewritten);
    expect(rewritten.length).toBe(text.length);
  });
});

checkEdges({
  "members of a block belong to the type of its receiver, and call its methods": {
    files: `
      //- Box.cs
      namespace Demo;
      public interface IBox<T> { T Open(); }
      public class Box : IBox<string> { public string Open() => ""; }
      public static class BoxExtensions
      {
          extension<T>(IBox<T> box) where T : class
          {
              public T? Peek() => box.Open();
              public bool Empty => box.Peek() == null;
          }
          extension<T>(IBox<T>)
          {
              public static IBox<T> None() => null;
          }
          extension<T>(T item) where T : IItem
          {
              public T Kept() => item;
          }
      }
      public interface IItem {}
      public class Item : IItem {}
      //- Use.cs
      namespace Demo;
      public class Use
      {
          public void Run(IBox<string> b, Item item)
          {
              b.Peek();
              var e = b.Empty;
              new Box().Peek();
              IBox<string>.None();
              item.Kept();
              BoxExtensions.Peek(b);
          }
      }
    `,
    edges: `
      Demo.IBox.Peek → Demo.IBox.Open, Demo.Box.Open possible
      Demo.IBox.Empty → Demo.IBox.Peek
      Demo.Use.Run → Demo.IBox.Peek
      Demo.Use.Run → Demo.IBox.Empty
      Demo.Use.Run → Demo.Box
      Demo.Use.Run → Demo.IBox.Peek
      Demo.Use.Run → Demo.IBox.None
      Demo.Use.Run → Demo.IItem.Kept
      Demo.Use.Run → Demo.IBox.Peek
    `,
  },
  "blocks for types of the library and for structs; properties with setters, static members": {
    files: `
      //- Texts.cs
      namespace Demo;
      public static class Texts
      {
          extension(string text)
          {
              public int WordCount() => text.Split(' ').Length;
              public bool IsBlank => text.Loud() == "";
              public static string Joined(string a, string b) => a + b;
          }
          public static string Loud(this string s) => s.ToUpper();
          extension(Vec)
          {
              public static Vec Make() => Own();
              public static Vec Zero { get { return Own(); } }
          }
          static Vec Own() => default;
          extension(ref Vec self)
          {
              public int Size { get { return self.Get(); } set { self.Get(); } }
          }
      }
      public struct Vec { public int Get() => 1; }
      //- Use.cs
      namespace Demo;
      public class Use
      {
          public int Run(string s, Vec v)
          {
              string.Joined("a", "b");
              Vec.Make();
              var z = Vec.Zero;
              v.Size = 3;
              if (s.IsBlank) return v.Size;
              return s.WordCount();
          }
      }
    `,
    edges: `
      Demo.Texts.IsBlank → Demo.Texts.Loud
      Demo.Vec.Make → Demo.Texts.Own
      Demo.Vec.Zero → Demo.Texts.Own
      Demo.Vec.Size@19 → Demo.Vec.Get
      Demo.Vec.Size@19 → Demo.Vec.Get
      Demo.Use.Run → Demo.Texts.Joined
      Demo.Use.Run → Demo.Vec.Make
      Demo.Use.Run → Demo.Vec.Zero
      Demo.Use.Run → Demo.Vec.Size@19
      Demo.Use.Run → Demo.Texts.IsBlank
      Demo.Use.Run → Demo.Vec.Size@19
      Demo.Use.Run → Demo.Texts.WordCount
    `,
  },
});
