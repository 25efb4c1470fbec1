/** Which run of ripgrep searches a file, depending on the file's encoding and the query. Pure. */
import type { FileEncoding } from "../contents/decode.ts";
import type { TextSearch } from "./types.ts";

/**
 * Which files a run covers by encoding. `all` searches the bytes of files that are not UTF-8 as they are,
 * which is right if the query can only match ASCII. Otherwise, `unicode` omits these files, and each of the
 * other two kinds gets a run of its own, for which ripgrep converts the files to UTF-8. `cells` is the run
 * over the text of notebooks, which no other run covers.
 */
export type Encodings = "all" | "unicode" | ConvertedEncoding | "cells";

export type ConvertedEncoding = "windows-1252" | "utf-8-lossy";

/** The run that converts files of an encoding; null if ripgrep reads them as they are. */
export function converterOf(encoding: FileEncoding): ConvertedEncoding | null {
  switch (encoding) {
    case "latin-1":
    case "windows-1252":
      return "windows-1252";
    case "utf-8-lossy":
      return encoding;
    case "utf-8":
    case "utf-16le":
    case "utf-16be":
      return null;
  }
}

/** Whether a run covers files of an encoding. */
export function covers(encodings: Encodings, encoding: FileEncoding): boolean {
  return encodings === "all" || encodings === "cells" || (converterOf(encoding) ?? "unicode") === encodings;
}

/**
 * Whether a query may match characters outside ASCII or depends on what is next to them, so that it is wrong
 * to search the bytes of files that are not UTF-8. True for some queries that cannot.
 */
export function mayMatchNonAscii({ query, isRegex }: Pick<TextSearch, "query" | "isRegex">): boolean {
  if (/[^\0-\x7f]/.test(query)) return true;
  const withoutAscii = query.replaceAll(/\\(?:[^A-Za-z]|[dntrfvaAz])/g, "");
  return isRegex && /\.|\[[^\]]*\^|\\[A-Za-z]/.test(withoutAscii);
}
