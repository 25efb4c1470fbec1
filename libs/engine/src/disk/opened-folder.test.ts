/** A folder that is swapped for a link at the worst moment reveals nothing behind the link. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ControlFileReader, UNKNOWN } from "../ignore/control-files.ts";
import { noDeadline } from "../deadline.ts";
import { keptFolders } from "../scan/kept-folders.ts";
import { NO_SETTINGS } from "../model/run.ts";
import { walk } from "../scan/walk.ts";
import { openRules } from "../scan/rules.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { isEntryOf, openByPath, openFolder } from "./opened-folder.ts";

interface Swap {
  readonly root: string;
  /** Replaces `a` with a link to an outside folder, which contains `inner/outside.ts` and `outside.ts`. */
  readonly swap: () => void;
  readonly swapBack: () => void;
}

function swappable(): Swap {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const [root, outside] = [join(folder.path, "root"), join(folder.path, "outside")];
  for (const path of [join(root, "a", "inner"), join(outside, "inner")]) mkdirSync(path, { recursive: true });
  for (const path of [
    "root/a/kept.ts",
    "root/a/inner/kept.ts",
    "outside/outside.ts",
    "outside/inner/outside.ts",
  ])
    writeFileSync(join(folder.path, path), "x");
  const [place, aside] = [join(root, "a"), join(folder.path, "aside")];
  return {
    root,
    swap: () => {
      renameSync(place, aside);
      symlinkSync(outside, place);
    },
    swapBack: () => {
      renameSync(place, join(folder.path, "link"));
      renameSync(aside, place);
    },
  };
}

const namesOf = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name);

describe.runIf(process.platform === "linux")("a folder that was opened", () => {
  it("is listed itself, whatever has its name by now", () => {
    const { root, swap } = swappable();
    using folder = openFolder(root, "a/inner");
    swap();
    expect(namesOf(folder?.entries() ?? [])).toEqual(["kept.ts"]);
  });
});

describe.each([
  ["by its descriptor, where there are any", openFolder],
  ["by its path", openByPath],
] as const)("a folder, opened %s,", (_, open) => {
  it("is none behind a link in its place, or on the way", () => {
    const { root, swap } = swappable();
    swap();
    expect(opens(() => open(root, "a"))).toBe(false);
    expect(opens(() => open(root, "a/inner"))).toBe(false);
  });

  it("has its entries by name, and is the same at the end", () => {
    const { root } = swappable();
    using folder = open(root, "a");
    expect(namesOf(folder?.entries() ?? [])).toEqual(["inner", "kept.ts"]);
    expect(folder?.isSame()).toBe(true);
  });
});

it("a folder that is opened by its path tells that it is another one by now", () => {
  const { root, swap } = swappable();
  using folder = openByPath(root, "a");
  swap();
  expect(folder?.isSame()).toBe(false);
});

function opens(open: () => ReturnType<typeof openFolder>): boolean {
  try {
    using folder = open();
    return folder !== null;
  } catch {
    return false;
  }
}

describe("a folder that becomes a link while the tree is gone through", () => {
  it.each(["a", "a/inner"])(
    "shows no name from outside in listings, swapped before %s is listed",
    async (last) => {
      const { root, swap } = swappable();
      const seen: string[] = [];
      for await (const { path, manifest } of keptFolders({
        root,
        settings: NO_SETTINGS,
        home: "/none",
        maxFileBytes: 1_000,
        nowMs: 0,
        enters: () => true,
        deadline: noDeadline(),
      })) {
        seen.push(...(manifest?.names ?? ["?"]));
        // The folder that is listed next is the last one.
        if (path === (last === "a" ? "" : "a")) swap();
      }
      expect(seen).not.toContain("outside.ts");
      expect(seen).toContain("a");
    },
  );

  it("adds no name from outside to an index, be the folder new to it or known", async () => {
    const { root, swap, swapBack } = swappable();
    const scan = (previous: Parameters<typeof walk>[0]["previous"], onFolder: (count: number) => void) => {
      let folders = 0;
      const { policy } = openRules(root, NO_SETTINGS);
      return walk({
        root,
        rules: () => policy.rootScope(),
        previous,
        trustsVerdicts: true,
        maxFileBytes: 1_000,
        nowMs: 0,
        onAlive: () => onFolder(folders++),
      });
    };
    const namesIn = ({ folders }: Awaited<ReturnType<typeof walk>>): string[] =>
      folders.flatMap(({ manifest }) => manifest.names);
    const first = await scan(new Map(), (count) => count === 2 && swap());
    expect(namesIn(first)).not.toContain("outside.ts");
    swapBack();
    const whole = await scan(new Map(), () => undefined);
    expect(namesIn(whole)).toEqual(["a", "inner", "kept.ts", "kept.ts"]);
    const known = new Map(whole.folders.map(({ manifest }) => [manifest.path, manifest]));
    expect(namesIn(await scan(known, (count) => count === 2 && swap()))).not.toContain("outside.ts");
  });
});

it("what a link on the way leads to is no entry of the tree, and the ignore file there is not read", () => {
  const { root, swap } = swappable();
  writeFileSync(join(root, "..", "outside", ".gitignore"), "secret-pattern");
  expect([isEntryOf(root, "a/kept.ts"), isEntryOf(root, "a"), isEntryOf(root, "a/outside.ts")]).toEqual([
    true,
    true,
    false,
  ]);
  swap();
  expect(isEntryOf(root, "a/outside.ts")).toBe(false);
  const read = new ControlFileReader().read({
    path: join(root, "a", ".gitignore"),
    label: "a/.gitignore",
    layer: "gitignore",
    tree: { root, diskPath: "a/.gitignore" },
  });
  expect(read).toBe(UNKNOWN);
});
