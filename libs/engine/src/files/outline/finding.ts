/** What `file_outline` finds, and the calls that it proposes. Pure. */
import { join } from "node:path";
import type { CallOf, FileOutlineInput, Outline } from "@satori/contracts";
import type { FileTable } from "../../store/store.ts";
import { isOutlined } from "./outline.ts";

/** The part of an answer that does not repeat the request. */
export interface OutlineFinding {
  readonly status: "ok" | "ambiguous" | "not_found" | "unsupported";
  readonly message?: string | undefined;
  readonly outline?: Outline | null;
  readonly hasMore?: boolean;
  /** Whether something was left out that the request did not exclude. */
  readonly isTruncated?: boolean;
  readonly hints?: object;
}

export type OutlineLines = Pick<FileOutlineInput, "start_line" | "end_line">;
export type NextWindow = Pick<FileOutlineInput, "limitSymbols"> & OutlineLines;

export function readCall(root: string, file: string): { readonly readFile: CallOf<"read_file"> } {
  return { readFile: { tool: "read_file", args: { path: join(root, file) } } };
}

export function outlineCall(
  root: string,
  file: string,
  window: NextWindow,
): { readonly fileOutline: CallOf<"file_outline"> } {
  return { fileOutline: { tool: "file_outline", args: { path: root, file, ...window } } };
}

/** The call that shows an indexed file. */
export function shownCall(root: string, { paths, languages }: FileTable, at: number): object {
  const path = paths[at] as string;
  return isOutlined(languages[at] ?? "text") ? outlineCall(root, path, {}) : readCall(root, path);
}
