import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1.0 KiB"],
  [1_536, "1.5 KiB"],
  [25 * 1_024 ** 2 + 5, "25 MiB"],
  [3 * 1_024 ** 3, "3.0 GiB"],
  [5_000 * 1_024 ** 4, "5000 TiB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
