import { describe, expect, it } from "vitest";
import { selfContained } from "./self-contained.ts";

describe("selfContained", () => {
  it("puts definitions in the places that refer to them, through several levels", () => {
    const schema = {
      $schema: "draft",
      $id: "id",
      type: "object",
      properties: {
        span: { $ref: "#/$defs/Span", description: "Where." },
        spans: { type: "array", items: { $ref: "#/$defs/Span" } },
      },
      $defs: {
        Line: { type: "integer", description: "From 1." },
        Span: { type: "object", properties: { line: { $ref: "#/$defs/Line" } }, description: "Lines." },
      },
    };
    const span = {
      type: "object",
      properties: { line: { type: "integer", description: "From 1." } },
      description: "Lines.",
    };
    expect(selfContained(schema)).toEqual({
      type: "object",
      properties: { span: { ...span, description: "Where." }, spans: { type: "array", items: span } },
    });
  });

  it("keeps an argument that has the name of a keyword", () => {
    const schema = { type: "object", properties: { $id: { type: "string" }, anyOf: { type: "string" } } };
    expect(selfContained(schema)).toEqual(schema);
  });

  it("joins alternatives of values into one list, and leaves other unions", () => {
    const schema = {
      properties: {
        direction: {
          anyOf: [{ $ref: "#/$defs/Direction" }, { type: "string", const: "all" }],
          default: "in",
        },
        other: { anyOf: [{ type: "string" }, { type: "integer" }] },
      },
      $defs: { Direction: { type: "string", enum: ["in", "out"] } },
    };
    expect(selfContained(schema)).toEqual({
      properties: {
        direction: { type: "string", enum: ["in", "out", "all"], default: "in" },
        other: { anyOf: [{ type: "string" }, { type: "integer" }] },
      },
    });
  });

  it("refuses a definition that refers to itself", () => {
    const Node = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };
    expect(() => selfContained({ $ref: "#/$defs/Node", $defs: { Node } })).toThrow("refers to itself");
  });
});
