/** Shared by tests of text search: searches with defaults, and the files that an index would contain. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "../../contents/decode.ts";
import { FILE_KIND } from "../../model/manifest.ts";
import { type CodebaseSettings, NO_SETTINGS } from "../../model/run.ts";
import { compareText } from "../../model/paths.ts";
import { openRules } from "../../scan/rules.ts";
import { walk } from "../../scan/walk.ts";
import type { TextSearch, TextSearchResult } from "../types.ts";
import { type TextSearchOptions, searchText } from "../search-text.ts";

export const MAX_FILE_BYTES = 1024 * 1024;

export function found(
  root: string,
  query: string,
  search: Partial<TextSearch> = {},
  options: Partial<TextSearchOptions> = {},
): Promise<TextSearchResult> {
  return searchText(
    {
      root,
      query,
      isRegex: false,
      isCaseSensitive: false,
      within: [],
      named: [],
      include: [],
      exclude: [],
      accepts: () => true,
      settings: NO_SETTINGS,
      maxResults: 100,
      contextLines: 0,
      ...search,
    },
    { home: "/nowhere/satori", maxFileBytes: MAX_FILE_BYTES, ...options },
  );
}

/** Searched files that have at least one line, sorted. */
export async function searched(
  root: string,
  search: Partial<TextSearch> = {},
  options: Partial<TextSearchOptions> = {},
): Promise<string[]> {
  const { matches } = await found(root, "^", { isRegex: true, maxResults: 1_000_000, ...search }, options);
  return [...new Set(matches.map(({ path }) => path))].sort(compareText);
}

/** Files that an index would contain, without empty ones, sorted. */
export async function indexedFiles(
  root: string,
  settings: CodebaseSettings = NO_SETTINGS,
): Promise<string[]> {
  const { policy } = openRules(root, settings);
  const { folders } = await walk({
    root,
    rules: () => policy.rootScope(),
    previous: new Map(),
    trustsVerdicts: false,
    maxFileBytes: MAX_FILE_BYTES,
    nowMs: 0,
  });
  const files = folders.flatMap(({ manifest, diskPath }) =>
    manifest.names.flatMap((name, at) => {
      if (manifest.kinds[at] !== FILE_KIND) return [];
      const decoded = decode(readFileSync(join(root, diskPath, name)));
      const path = (manifest.path === "" ? name : `${manifest.path}/${name}`).normalize("NFC");
      return decoded.kind === "text" && decoded.text !== "" ? [path] : [];
    }),
  );
  return files.sort(compareText);
}
