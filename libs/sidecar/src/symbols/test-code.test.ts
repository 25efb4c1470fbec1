import { expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { isTestCode } from "./test-code.ts";

it.each([
  [
    "a.rs",
    "fn run() {\n    work();\n}\n\n#[cfg(test)]\nmod tests {\n    fn helps() {\n    }\n}\n",
    ["tests"],
  ],
  [
    "a.rs",
    "#[test]\nfn works() {\n    run();\n}\n\n#[inline]\nfn test_value() -> u8 {\n    1\n}\n",
    ["works"],
  ],
  ["a.rs", "/// Why.\n#[tokio::test]\nasync fn waits() {\n    run();\n}\n", ["waits"]],
  ["a.zig", 'fn run() void {\n}\n\ntest "runs" {\n    run();\n}\n', ["runs"]],
  ["a.py", "def test(value):\n    return value\n\ndef unittest_of(value):\n    return value\n", []],
])("tests inside a source file: %s %j", async (path, text, expected) => {
  const { symbols } = await analyze(path, text);
  expect(symbols.filter((symbol) => isTestCode(symbol, text)).map(({ name }) => name)).toEqual(expected);
});
