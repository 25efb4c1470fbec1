/**
 * Makes the batches that `filler.ts` writes, in processes of their own: the filler's CPU time and memory are
 * then those of the store, and making and writing overlap.
 *
 * Every file exists on disk, but is empty: what answers show comes from the index, and a comparison with the
 * disk reads only sizes and times, which are stored as they are on disk.
 */
import { linkSync, lstatSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { STATIC_DIMENSION, StaticEmbedder } from "../../libs/engine/src/embed/static.ts";
import {
  type FolderManifest,
  HASH_BYTES,
  STATS_PER_ENTRY,
  kindCode,
} from "../../libs/engine/src/model/manifest.ts";
import { WordCounter } from "../../libs/engine/src/prepare/count-words.ts";
import type { StorableFile, WriteBatch } from "../../libs/engine/src/store/store.ts";
import { TOPICS } from "./codebase.ts";
import { storableFile } from "./storable-file.ts";
import { SyntheticVectors } from "./vectors.ts";
import { openSyntheticCodebase } from "./vocabulary.ts";

/** Asks for the files from one number to another, exclusive. They have to be those of whole folders. */
export interface BatchRequest {
  readonly first: number;
  readonly end: number;
}

/** Long before any scan: a file that was written just before one counts as still changing. */
const WRITTEN_AT_S = 1_700_000_000;

/** Folder of the codebase. */
const root = process.argv[2] ?? "";
const source = openSyntheticCodebase();
const counter = new WordCounter();
const topics = Array.from({ length: TOPICS }, (_, topic) => source.topic(topic).words.join(" "));
const vectors = new SyntheticVectors(
  await new StaticEmbedder().embedDocuments(topics.map((text) => ({ path: "", text }))),
);
process.on("message", ({ first, end }: BatchRequest) => process.send?.(batchOf(first, end)));

function batchOf(first: number, end: number): WriteBatch {
  const files: StorableFile[] = [];
  for (let at = first; at < end; at++) {
    const file = source.file(at);
    files.push(
      storableFile(file, {
        vectors: vectors.ofFile(at, file.topic, file.chunks.length),
        counter,
        indexedAtMs: WRITTEN_AT_S * 1_000,
      }),
    );
  }
  return {
    files,
    folders: foldersOf(files).map(createFolder),
    removed: [],
    skipped: [],
    removedFolders: [],
    dimension: STATIC_DIMENSION,
  };
}

function foldersOf(files: readonly StorableFile[]): StorableFile[][] {
  const folders = new Map<string, StorableFile[]>();
  for (const file of files) {
    const path = dirname(file.path);
    const members = folders.get(path);
    if (members) members.push(file);
    else folders.set(path, [file]);
  }
  return [...folders.values()];
}

/** Creates the empty files of a folder. Returns the folder as a scan would see it. */
function createFolder(files: readonly StorableFile[]): FolderManifest {
  const members = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const path = dirname(members[0]?.path ?? "");
  const names = members.map((file) => basename(file.path));
  const ofEach = createEmptyFiles(join(root, path), names);
  const stats = new Float64Array(names.length * STATS_PER_ENTRY);
  const hashes = new Uint8Array(names.length * HASH_BYTES);
  for (const [at, { hash }] of members.entries()) {
    stats.set(ofEach, at * STATS_PER_ENTRY);
    hashes.set(Buffer.from(hash, "hex"), at * HASH_BYTES);
  }
  return { path, names, kinds: new Uint8Array(names.length).fill(kindCode("file")), stats, hashes };
}

/**
 * Creates files that are links to the first one: on ext4, creating a file took up to 40 times as long.
 *
 * @returns numbers of each file in a manifest: size, mtime, inode, ctime
 */
function createEmptyFiles(folder: string, names: readonly string[]): readonly number[] {
  mkdirSync(folder, { recursive: true });
  const [first = "", ...others] = names.map((name) => join(folder, name));
  writeFileSync(first, "");
  utimesSync(first, WRITTEN_AT_S, WRITTEN_AT_S);
  for (const other of others) linkSync(first, other);
  const { size, mtimeMs, ino, ctimeMs } = lstatSync(first);
  return [size, mtimeMs, ino, ctimeMs];
}
