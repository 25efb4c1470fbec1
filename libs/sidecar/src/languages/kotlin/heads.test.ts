import { expect, it } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";
import { joinHeads } from "./language.ts";

it.each([
  [
    "one break",
    "class Spec\nprivate constructor(builder: Builder) : Base {\n",
    "class Spec private constructor(builder:\nBuilder) : Base {\n",
  ],
  [
    "an annotation on a line of its own, and a list of several lines",
    "class Spec<T : Any>\n@Inject\ninternal constructor(\n    val a: Int,\n)\n",
    "class Spec<T : Any> @Inject internal constructor(\n\n\n  val a: Int,\n)\n",
  ],
  [
    "both ends of a line",
    "class Spec\r\nconstructor(a: Int, b: Int)\r\n",
    "class Spec  constructor(a:\nInt, b: Int)\r\n",
  ],
])("%s moves into the list behind", (_, text, joined) => {
  expect(joinHeads(text)).toBe(joined);
  expect(joined).toHaveLength(text.length);
  expect(joined.split("\n")).toHaveLength(text.split("\n").length);
});

it.each([
  ["no blank that could end a line", "class Spec\nprivate constructor() {\n"],
  ["a constructor in a body", "class Spec {\n  constructor(a: Int) : this()\n}\n"],
  ["a line of its class", "class Spec private constructor(a: Int)\n"],
  ["a text first", 'class Spec\nconstructor(@A("x y") a: Int)\n'],
])("%s leaves a text as it is", (_, text) => {
  expect(joinHeads(text)).toBe(text);
});

it("a text of many heads is read in one go", () => {
  // Quadratic time on this many would be minutes.
  const many = 200_000;
  const text = `${"class A\n".repeat(many)}${"@A ".repeat(many)}\nconstructor(`;
  expect(joinHeads(text)).toBe(text);
});

checkEdges({
  "members of a class whose constructor begins a line are its own": {
    files: `
  //- a.kt
  package app
  class Spec
  private constructor(builder: Builder, val tags: Tags = builder.tags()) : Base() {
    fun emit() { write() }
    private fun write() { tags.all() }
    class Builder { fun tags(): Tags = Tags(); fun build() = Spec(this) }
  }
  open class Base
  class Tags { fun all() {} }
`,
    edges: `
      Spec.Spec → Spec.Builder.tags
      Spec.Spec → Base
      Spec.emit → Spec.write
      Spec.write → Tags.all
      Spec.Builder.tags → Tags
      Spec.Builder.build → Spec.Spec
    `,
  },
});
