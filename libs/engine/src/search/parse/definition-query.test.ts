import { describe, expect, it } from "vitest";
import { definitionQueryOf } from "./definition-query.ts";

const shown = (text: string): string | null => {
  const found = definitionQueryOf(text);
  if (!found) return null;
  const kinds = found.kinds ? [...found.kinds.exact].sort().join("+") : "any";
  return `${[...found.qualifier, found.name].join(" ")} (${kinds})`;
};

describe("a look-up of a definition", () => {
  it.each([
    ["class Gson", "Gson (class)"],
    ["Gson class definition", "Gson (class)"],
    ["Entry struct", "Entry (struct)"],
    ["type Entry struct", "Entry (struct+type)"],
    ["AppState interface", "AppState (interface)"],
    ["enum ExitCode", "ExitCode (enum)"],
    ["def consume_file", "consume_file (function)"],
    ["async def consume", "consume (function)"],
    ["pub fn parse", "parse (function)"],
    ["public static final class Builder", "Builder (class)"],
    ["export interface Props", "Props (interface)"],
    ["class User model", "User (class)"],
    ["where is MailRule defined", "MailRule (any)"],
    ["Where is MailRule defined?", "MailRule (any)"],
    ["where is struct Feed defined", "Feed (struct)"],
    ["where is parse defined", "parse (any)"],
    ["definition of `retry`", "retry (any)"],
    ["find the class TypeAdapter", "TypeAdapter (class)"],
    ["show me HttpClient", "HttpClient (any)"],
    ["Document", "Document (any)"],
    ["csrf", "csrf (any)"],
    ["app.set", "app set (any)"],
    ["app.set()", "app set (any)"],
    ["Sinatra::Helpers", "Sinatra Helpers (any)"],
    ["a::b::c", "a b c (any)"],
    ["A#b", "A b (any)"],
    ["p->next", "p next (any)"],
    ["method LinkedTreeMap.find", "LinkedTreeMap find (method)"],
  ])("%j: %s", (text, expected) => expect(shown(text)).toBe(expected));

  it.each([
    "how are enums serialized",
    "class hierarchy of adapters",
    "what does the login form do on submit",
    "merge documents",
    "HTTP client timeout when fetching a feed",
    "Unable to refresh feed",
    "Route [login] not defined.",
    "functions that parse dates",
    "Expected BEGIN_OBJECT but was STRING",
    "Gson and TypeAdapter",
    "src/main.ts",
    "?",
    "",
    "class ".repeat(100),
    `class ${"?".repeat(100_000)}`,
    `${"a.".repeat(100_000)}b`,
  ])("is not %j", (text) => expect(shown(text)).toBeNull());
});
