import { expect, test } from "vitest";
import { isMarked, withClient, withoutClient, withoutClients } from "./own-file.ts";
import { OWN_FILE_MARK } from "./texts.ts";

const WRITTEN = `---\nname: x\n---\n\n<!-- ${OWN_FILE_MARK} -->\n\nText.\n`;

test("a client is added once, in alphabetical order, and taken out again", () => {
  const one = withClient(null, WRITTEN, "zed");
  expect(one).toContain(`<!-- ${OWN_FILE_MARK} Clients: zed -->`);
  const two = withClient(one, WRITTEN, "codex");
  expect(two).toContain(`<!-- ${OWN_FILE_MARK} Clients: codex zed -->`);
  expect(withClient(two, WRITTEN, "zed")).toBe(two);
  expect(withoutClients(two)).toBe(WRITTEN);
  expect(withoutClient(two, "codex")).toBe(one);
  expect(withoutClient(two, "kilo")).toBe(two);
  expect(withoutClient(one, "zed")).toBeNull();
});

test("a new version keeps the clients of the earlier one", () => {
  const earlier = withClient(null, WRITTEN.replace("Text", "Old"), "codex");
  expect(withClient(earlier, WRITTEN, "zed")).toBe(
    withClient(withClient(null, WRITTEN, "codex"), WRITTEN, "zed"),
  );
});

test("a file without clients is that of any client, and one without the mark of none", () => {
  expect([isMarked(WRITTEN), withoutClient(WRITTEN, "codex")]).toEqual([true, null]);
  expect([isMarked(null), isMarked("mine"), withoutClient("mine", "codex")]).toEqual([false, false, "mine"]);
});

test("the mark works in TOML, where it ends its line", () => {
  const written = `# ${OWN_FILE_MARK}\nname = "x"\n`;
  const one = withClient(null, written, "codex");
  expect(one).toBe(`# ${OWN_FILE_MARK} Clients: codex\nname = "x"\n`);
  expect([withoutClients(one), withoutClient(one, "codex")]).toEqual([written, null]);
});
