import { describe, expect, it } from "vitest";
import { listingSchema } from "./listing-schema.ts";
import type { Schema } from "./schemas.ts";

const variant = (status: string, properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties: { status: { type: "string", const: status }, ...properties },
  required: ["status", ...Object.keys(properties)],
  additionalProperties: false,
});
const listed = (properties: Record<string, Schema>, $defs: Record<string, Schema> = {}): unknown =>
  listingSchema({ oneOf: [variant("ok", properties)], $defs })["properties"];
const STATUS = { status: { const: "ok" } };

describe("listingSchema", () => {
  it("merges the variants into one open object that requires what they share", () => {
    const file = { type: "string", description: "Relative." };
    expect(
      listingSchema({
        oneOf: [variant("ok", { file }), variant("error", { file, code: { type: "string" } })],
      }),
    ).toEqual({
      type: "object",
      properties: {
        status: { enum: ["ok", "error"] },
        file: { type: "string" },
        code: { type: "string" },
      },
      required: ["status", "file"],
    });
  });

  it("omits descriptions, limits and the values of lists that nobody branches on", () =>
    expect(
      listed({
        confidence: { type: "string", enum: ["high", "low"], description: "How sure." },
        reason: { type: "string", enum: ["indexing"] },
        repos: { type: "array", items: { type: "string", maxLength: 9 }, maxItems: 200 },
      }),
    ).toEqual({
      ...STATUS,
      confidence: { type: "string" },
      reason: { enum: ["indexing"] },
      repos: { type: "array", items: { type: "string" } },
    }));

  it("merges alternatives that are objects, and keeps null", () =>
    expect(
      listed({
        hint: {
          anyOf: [
            { type: "object", properties: { supported: { const: true } }, required: ["supported"] },
            {
              type: "object",
              properties: { supported: { const: false }, why: { type: "string" } },
              required: ["supported", "why"],
            },
          ],
        },
        label: { anyOf: [{ type: "string" }, { type: "null" }] },
        details: { anyOf: [{ type: "array", items: {} }, { type: "object" }] },
      }),
    ).toEqual({
      ...STATUS,
      hint: {
        type: "object",
        properties: { supported: { type: "boolean" }, why: { type: "string" } },
        required: ["supported"],
      },
      label: { type: ["string", "null"] },
      details: {},
    }));

  it("shares parts that occur more than once, and copies short ones", () => {
    const Span = {
      type: "object",
      properties: { startLine: { type: "integer" }, endLine: { type: "integer" } },
      required: ["startLine", "endLine"],
    };
    const span = { $ref: "#/$defs/Span" };
    expect(
      listingSchema({ oneOf: [variant("ok", { a: span, b: span, c: { type: "string" } })], $defs: { Span } }),
    ).toMatchObject({
      properties: { a: { $ref: "#/$defs/d1" }, b: { $ref: "#/$defs/d1" } },
      $defs: { d1: Span },
    });
  });

  it("ends a definition that contains itself", () =>
    expect(
      listed(
        { tree: { $ref: "#/$defs/Node" } },
        { Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } } },
      ),
    ).toEqual({ ...STATUS, tree: { type: "object", properties: { next: { type: "object" } } } }));
});
