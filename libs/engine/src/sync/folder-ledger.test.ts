import { describe, expect, it } from "vitest";
import type { SkipCause } from "@satori/contracts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { NO_WORDS } from "../model/file-words.ts";
import type { FolderManifest } from "../model/manifest.ts";
import { hashOf, linesOf, manifestOf } from "../testing/trees/manifests.ts";
import { detectChanges } from "../scan/detect.ts";
import { FolderLedger, type SettledBatch } from "./folder-ledger.ts";

const BYTES = 10;
const indexed = (path: string, digit: string): FileOutcome => ({
  kind: "indexed",
  path,
  language: "plaintext",
  sizeBytes: BYTES,
  hash: hashOf(digit),
  lineCount: 1,
  encoding: "utf-8",
  isDegraded: false,
  hasSyntaxErrors: false,
  symbolCount: 0,
  text: new Uint8Array(),
  chunkLines: "",
  symbols: new Uint8Array(),
  symbolNames: [],
  words: NO_WORDS,
  pathClass: 0,
  nameParts: "",
  importWords: "",
  flow: new Uint8Array(),
  nameUses: new Uint8Array(),
  chunkTexts: [],
});
const skipped = (path: string, cause: SkipCause, digit = ""): FileOutcome => ({
  kind: "skipped",
  path,
  cause,
  hash: digit === "" ? "" : hashOf(digit),
});

const same = (path: string): FileOutcome => ({ kind: "same", path });
const stored = (path: string, digit: string): FileOutcome => ({ kind: "stored", path, hash: hashOf(digit) });
const vanished = (path: string): FileOutcome => ({ kind: "vanished", path });

async function* streamed(outcomes: readonly FileOutcome[]): AsyncGenerator<FileOutcome> {
  yield* outcomes;
}

/** The batches that turn the known folders into the scanned ones. */
async function settle(
  before: readonly FolderManifest[],
  now: readonly FolderManifest[],
  outcomes: readonly FileOutcome[],
  size = 10,
  bytes = 10 * BYTES,
): Promise<{ ledger: FolderLedger; batches: SettledBatch[] }> {
  const previous = new Map(before.map((folder) => [folder.path, folder]));
  const folders = now.map((manifest) => ({ manifest, diskPath: manifest.path, isUnchanged: false }));
  const ledger = new FolderLedger(folders, detectChanges(previous, { folders, unreadable: [] }), previous);
  const batches: SettledBatch[] = [];
  // A batch is written before the next one is requested, and must not change afterwards.
  for await (const batch of ledger.toBatches(streamed(outcomes), { files: size, bytes }))
    batches.push(structuredClone(batch));
  return { ledger, batches };
}

/** A batch in short: files written, paths removed, and lines of folders. */
const brief = ({ files, removed, folders, skipped: left }: SettledBatch): object => ({
  files: files.map(({ path }) => path),
  removed,
  skipped: left.map(({ path, cause }) => `${path} ${cause}`),
  folders: Object.fromEntries(folders.map((folder) => [folder.path, linesOf(folder)])),
});

describe("one batch", () => {
  it("holds removals, files, and the folders that they complete", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "file a 1\nfile b 1\nfile gone 1")],
      [manifestOf("", "file a -\nfile b -\nfile new - 5")],
      [indexed("a", "2"), indexed("b", "1"), indexed("new", "3")],
    );
    expect(batches.map(brief)).toEqual([
      {
        files: ["a", "new"],
        removed: ["gone"],
        skipped: [],
        folders: { "": ["file a 2 1", "file b 1 1", "file new 3 5"] },
      },
    ]);
    expect(ledger).toMatchObject({ added: 1, modified: 1, dropped: 0, unreadable: new Set() });
  });

  it("is settled again with other outcomes of files whose stored versions are gone", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "file a 1\nfile b 1\nfile c 1\nfile d 1\nfile f 1")],
      [manifestOf("", "file a -\nfile b -\nfile c -\nfile d -\nfile e -\nfile f -")],
      ["a", "b", "c", "d", "e", "f"].map((path) => stored(path, "2")),
    );
    expect(ledger).toMatchObject({ added: 1, modified: 5, dropped: 0 });
    const outcomes = [
      indexed("a", "3"),
      vanished("b"),
      skipped("c", "binary", "4"),
      same("d"),
      indexed("e", "2"),
    ];
    const batch = ledger.resettled(
      batches[0] as SettledBatch,
      new Map(outcomes.map((outcome) => [(outcome as { path: string }).path, outcome])),
    );
    expect(brief(batch)).toEqual({
      files: ["a", "e"],
      removed: ["b"],
      skipped: ["c binary"],
      folders: { "": ["file a 3 1", "binary c 4 1", "file d 1 1", "file e 2 1", "file f 2 1"] },
    });
    expect(batch.stored.map(({ path }) => path)).toEqual(["f"]);
    expect(ledger).toMatchObject({ added: 1, modified: 2, dropped: 2 });
    expect(ledger.manifests()).toEqual(batch.folders);
  });

  it("is not made where nothing changed", async () => {
    const text = "file a 1\nignored_file b";
    expect((await settle([manifestOf("", text)], [manifestOf("", text)], [])).batches).toEqual([]);
    expect((await settle([], [], [])).batches).toEqual([]);
  });

  it("has nothing to write where files were read for nothing", async () => {
    const { batches } = await settle(
      [manifestOf("", "file a 1 -1")],
      [manifestOf("", "file a - -1")],
      [indexed("a", "1")],
    );
    expect(batches).toEqual([]);
  });

  it("keeps what is known of files that have the content they had, and their new times", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "file a 1\nbinary b 2\nfile c 1")],
      [manifestOf("", "file a - 7\nfile b - 7\nfile c - 7")],
      [same("a"), same("b"), indexed("c", "2")],
    );
    expect(batches.map(brief)).toEqual([
      {
        files: ["c"],
        removed: [],
        skipped: ["b binary"],
        folders: { "": ["file a 1 7", "binary b 2 7", "file c 2 7"] },
      },
    ]);
    expect(ledger).toMatchObject({ added: 0, modified: 1, dropped: 0 });
  });

  it("lists what a changed folder leaves out, and counts what was indexed until now", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("src", "file a 1\nbinary b 2\nfile c 1")],
      [
        manifestOf(
          "src",
          "file a -\nfile b -\ntoo_large c -\nspecial s\ninvalid_name e\u0301\nignored_file i",
        ),
      ],
      [skipped("src/a", "binary", "4"), skipped("src/b", "encoding", "5")],
    );
    expect(batches.map(brief)).toEqual([
      {
        files: [],
        removed: ["src/c"],
        skipped: [
          "src/a binary",
          "src/b encoding",
          "src/c too_large",
          "src/e\u0301 invalid_name",
          "src/s special",
        ],
        folders: {
          src: [
            "binary a 4 1",
            "encoding b 5 1",
            "too_large c - 1",
            "invalid_name e\u0301 - 1",
            "ignored_file i - 1",
            "special s - 1",
          ],
        },
      },
    ]);
    expect(ledger).toMatchObject({ added: 0, modified: 0, dropped: 1 });
  });
});

describe("a file that cannot be read", () => {
  it("stays what it was, and is read again by the next scan", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "file a 1")],
      [manifestOf("", "file a - 7")],
      [skipped("a", "unreadable")],
    );
    expect(batches.map(brief)).toEqual([
      { files: [], removed: [], skipped: [], folders: { "": ["file a 1 -1"] } },
    ]);
    expect(ledger).toMatchObject({ dropped: 0, modified: 0, unreadable: new Set([""]) });
  });

  it("is left out if the index has nothing of it", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "binary b 2")],
      [manifestOf("", "file a -\nfile b -")],
      [skipped("a", "unreadable"), skipped("b", "unreadable")],
    );
    expect(batches.map(brief)).toEqual([
      {
        files: [],
        removed: [],
        skipped: ["a unreadable", "b unreadable"],
        folders: { "": ["unreadable a - 1", "unreadable b - 1"] },
      },
    ]);
    expect(ledger.unreadable.size).toBe(1);
  });
});

describe("a file that is gone when its turn comes", () => {
  it("is none that cannot be read: nothing is left of it, in the index or in what was scanned", async () => {
    const { batches, ledger } = await settle(
      [manifestOf("", "file a 1\nbinary b 2\nfile c 1")],
      [manifestOf("", "file a - 7\nfile b -\nfile c -\nfile new -")],
      [vanished("a"), vanished("b"), indexed("c", "2"), vanished("new")],
    );
    expect(batches.map(brief)).toEqual([
      { files: ["c"], removed: ["a", "b"], skipped: [], folders: { "": ["file c 2 1"] } },
    ]);
    expect(ledger).toMatchObject({ added: 0, dropped: 1, modified: 1, unreadable: new Set() });
    expect(ledger.manifests().map(linesOf)).toEqual([["file c 2 1"]]);
  });

  it(
    "stays in what was scanned if it is an ignore file, so that its folder is judged anew: the scan has " +
      "heeded its rules",
    async () => {
      const { batches, ledger } = await settle(
        [manifestOf("", "file .gitignore 1\nfile c 1")],
        [manifestOf("", "file .gitignore -\nfile c 1")],
        [vanished(".gitignore")],
      );
      expect(batches.map(brief)).toEqual([
        {
          files: [],
          removed: [".gitignore"],
          skipped: [],
          folders: { "": ["ignored_file .gitignore - -1", "file c 1 1"] },
        },
      ]);
      expect(ledger).toMatchObject({ added: 0, dropped: 1, modified: 0, unreadable: new Set() });
    },
  );

  it("takes nothing with it but itself where other files of its folder wait for a later batch", async () => {
    const { batches } = await settle(
      [manifestOf("", "file a 1\nfile b 1")],
      [manifestOf("", "file a -\nfile b -")],
      [vanished("a"), indexed("b", "2")],
      1,
    );
    expect(batches.map(brief)).toEqual([
      { files: [], removed: ["a"], skipped: [], folders: { "": ["file a - -1", "file b - -1"] } },
      { files: ["b"], removed: [], skipped: [], folders: { "": ["file b 2 1"] } },
    ]);
  });
});

describe("several batches", () => {
  const before = [manifestOf("", "file a 1\nfile gone 1"), manifestOf("src", "file c 1\nfile d 1")];
  const now = (): FolderManifest[] => [
    manifestOf("", "file a -\nfile b -"),
    manifestOf("src", "file c -\nfile d -\nfile e -"),
  ];
  const outcomes = [
    indexed("a", "2"),
    indexed("b", "2"),
    indexed("src/c", "2"),
    indexed("src/d", "1"),
    indexed("src/e", "2"),
  ];

  it("put removals first, and a folder never before its files", async () => {
    const { batches } = await settle([], now(), outcomes, 2);
    expect(batches.map(brief)).toEqual([
      { files: ["a", "b"], removed: [], skipped: [], folders: { "": ["file a 2 1", "file b 2 1"] } },
      { files: ["src/c", "src/d"], removed: [], skipped: [], folders: {} },
      {
        files: ["src/e"],
        removed: [],
        skipped: [],
        folders: { src: ["file c 2 1", "file d 1 1", "file e 2 1"] },
      },
    ]);
  });

  it("end by the size of their files too, whatever their number", async () => {
    const { batches } = await settle([], now(), outcomes, 10, 2 * BYTES - 1);
    expect(batches.map(({ files }) => files.map(({ path }) => path))).toEqual([
      ["a", "b"],
      ["src/c", "src/d"],
      ["src/e"],
    ]);
  });

  it("first make doubtful what later ones will settle, so that a crash in between is noticed", async () => {
    const { batches } = await settle(before, now(), outcomes, 3);
    expect(batches.map(brief)).toEqual([
      {
        files: ["a", "b", "src/c"],
        removed: ["gone"],
        skipped: [],
        folders: { "": ["file a 2 1", "file b 2 1"], src: ["file c 2 1", "file d - -1", "file e - -1"] },
      },
      {
        files: ["src/e"],
        removed: [],
        skipped: [],
        folders: { src: ["file c 2 1", "file d 1 1", "file e 2 1"] },
      },
    ]);
  });

  it("make more folders doubtful at once than a call takes arguments", async () => {
    const folders = Array.from({ length: 140_000 }, (_, at) => ({
      manifest: manifestOf(`f${at}`, "file a -"),
      diskPath: `f${at}`,
      isUnchanged: false,
    }));
    const previous = new Map([["f0", manifestOf("f0", "file a 1")]]);
    const ledger = new FolderLedger(folders, detectChanges(previous, { folders, unreadable: [] }), previous);
    const { value } = await ledger
      .toBatches(streamed([indexed("f0/a", "2")]), { files: 1, bytes: BYTES })
      .next();
    expect(value).toMatchObject({ folders: { length: folders.length } });
  });

  it("drop folders that are gone at last, so that what was moved is never missing", async () => {
    const { batches } = await settle(
      [manifestOf("", "file gone 1\nfolder old"), manifestOf("old", "file a 1\nfile b 1")],
      [manifestOf("", "folder new"), manifestOf("new", "file a -\nfile b -")],
      [indexed("new/a", "1"), indexed("new/b", "1")],
      1,
    );
    expect(
      batches.map(({ files, removed, removedFolders }) => [
        files.map(({ path }) => path),
        removed,
        removedFolders,
      ]),
    ).toEqual([
      [["new/a"], ["gone"], []],
      [["new/b"], [], []],
      [[], ["old/a", "old/b"], ["old"]],
    ]);
  });

  it("leave no doubt about a folder that turns out to be as it was", async () => {
    const { batches } = await settle(
      [manifestOf("", "file a 1"), manifestOf("x", "file b 1 -1")],
      [manifestOf("", "file a -"), manifestOf("x", "file b - -1")],
      [indexed("a", "2"), indexed("x/b", "1")],
      1,
    );
    expect(batches.map(brief)).toEqual([
      { files: ["a"], removed: [], skipped: [], folders: { "": ["file a 2 1"], x: ["file b - -1"] } },
      { files: [], removed: [], skipped: [], folders: { x: ["file b 1 -1"] } },
    ]);
  });

  it("write nothing while no file turns out to have changed", async () => {
    const { batches } = await settle(
      [manifestOf("", "file a 1 -1"), manifestOf("x", "file b 1 -1")],
      [manifestOf("", "file a - -1"), manifestOf("x", "file b - -1")],
      [indexed("a", "1"), indexed("x/b", "1")],
      1,
    );
    expect(batches).toEqual([]);
  });

  it("end with manifests of all that was scanned", async () => {
    const { ledger } = await settle(before, now(), outcomes, 1);
    expect(ledger.manifests().map(linesOf)).toEqual([
      ["file a 2 1", "file b 2 1"],
      ["file c 2 1", "file d 1 1", "file e 2 1"],
    ]);
  });
});
