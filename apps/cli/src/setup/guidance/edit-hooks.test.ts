import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withHook, withoutHook } from "./edit-hooks.ts";

const PATH = ["hooks", "PostToolUse"];
const HOOK = { matcher: "Grep|Read", hooks: [{ type: "command", command: "satori hook x" }] };
const isOwn = (hook: unknown): boolean => JSON.stringify(hook).includes("satori hook");
const add = (text: string | null, hook: object = HOOK, base?: Record<string, unknown>): string =>
  withHook({ text, file: "hooks.json", path: PATH, isOwn, base }, hook);
const remove = (text: string, base?: Record<string, unknown>): string | null =>
  withoutHook({ text, file: "hooks.json", path: PATH, isOwn, base });
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

describe("a hook", () => {
  test("is a file of its own where there is none, which is deleted with it", () => {
    const file = add(null);
    expect(file).toBe(json({ hooks: { PostToolUse: [HOOK] } }));
    expect(remove(file)).toBeNull();
    const based = add(null, HOOK, { version: 1 });
    expect(based).toBe(json({ version: 1, hooks: { PostToolUse: [HOOK] } }));
    expect(remove(based, { version: 1 })).toBeNull();
    expect(remove(json({ version: 2, hooks: { PostToolUse: [HOOK] } }), { version: 1 })).toBe(
      '{\n  "version": 2\n}\n',
    );
  });

  test.each([
    '{ "model": "x" }\n',
    '{\n  // mine\n  "model": "x"\n}\n',
    '\ufeff{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}',
    '{\n  "hooks": {\n    "PostToolUse": [\n      { "matcher": "Edit", "hooks": [] } // format\n    ]\n  },\n  "a": 1\n}\n',
    '{ "hooks": { "PostToolUse": [{ "matcher": "Edit" }] } }',
  ])("is added to %j, and removing it restores that", (before) => {
    const after = add(before);
    expect(after).toContain("satori hook x");
    expect(add(after)).toBe(after);
    expect(remove(after)).toBe(before);
  });

  test("is replaced in place if it differs", () => {
    const changed = { ...HOOK, matcher: "Grep" };
    const before = json({ hooks: { PostToolUse: [HOOK, { matcher: "Edit" }] } });
    expect(add(before, changed)).toBe(json({ hooks: { PostToolUse: [changed, { matcher: "Edit" }] } }));
  });

  test("of others stays when there is none of ours", () => {
    const other = json({ hooks: { PostToolUse: [{ matcher: "Edit" }] } });
    expect(remove(other)).toBe(other);
    expect(remove("")).toBe("");
  });

  test("leaves comments behind rather than deleting the file", () => {
    const file = add("{\n  // mine\n}\n");
    expect(remove(file)).toBe("{\n  // mine\n}\n");
  });
});

test.each([
  ["{ broken", "cannot be parsed"],
  ["[]", "is not a JSON object"],
  ['{ "hooks": [] }', "has a value that is not an object at hooks"],
  ['{ "hooks": { "PostToolUse": {} } }', "has a value that is not a list at hooks.PostToolUse"],
])("a file that cannot be edited is refused with its reason: %s", (text, reason) => {
  expect(() => add(text)).toThrow(
    expect.objectContaining({ code: "CLIENT_CONFIG_INVALID", message: expect.stringContaining(reason) }),
  );
});

test("whatever a file has, adding and removing the hook restores it", () => {
  const value = fc.constantFrom<unknown>(1, "x", ["a"], { b: { c: 1 } });
  const others = fc.array(fc.record({ matcher: fc.constantFrom("Edit", "Write") }), {
    minLength: 1,
    maxLength: 3,
  });
  const files = fc.record(
    {
      model: value,
      hooks: fc
        .record({ Stop: others, PostToolUse: others }, { requiredKeys: [] })
        .filter((hooks) => Object.keys(hooks).length > 0),
      permissions: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      files.filter((file) => Object.keys(file).length > 0),
      fc.constantFrom(0, 2, 4, "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("", "\n"),
      (file, indent, lineBreak, end) => {
        const before = (JSON.stringify(file, null, indent) + end).replaceAll("\n", lineBreak);
        const after = add(before);
        expect(JSON.parse(after)).toMatchObject({
          ...file,
          hooks: { ...file.hooks, PostToolUse: [...(file.hooks?.PostToolUse ?? []), HOOK] },
        });
        expect(add(after)).toBe(after);
        expect(remove(after)).toBe(before);
      },
    ),
    { numRuns: 1_000 },
  );
});
