import { expect, it } from "vitest";
import { acceptedTypes } from "./http-server.ts";

const BOTH = ["application/json", "text/event-stream"];

it.each<[string | undefined, readonly string[]]>([
  [undefined, BOTH],
  ["", BOTH],
  ["*/*", BOTH],
  ["text/html, */*;q=0.8", BOTH],
  ["Application/*, TEXT/*", BOTH],
  ["application/*, text/event-stream", BOTH],
  ["application/json, text/event-stream", BOTH],
  ["application/*", ["application/json"]],
  ["text/*", ["text/event-stream"]],
  ["application/json", ["application/json"]],
  ["text/html", []],
  ["*/*;q=0", []],
  ["*/*; q=0.000, text/html", []],
  ["x*/*", []],
])("%j accepts %j", (header, types) => {
  const accepted = acceptedTypes(header);
  expect(BOTH.filter((type) => accepted.toLowerCase().includes(type))).toEqual(types);
  expect(accepted.startsWith(header || "*/*")).toBe(true);
});
