/** A file, read as far as it is asked for: answers of `read_file` are cut, and say how to go on. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient, ToolOutput } from "@satori/client";
import type { ReadFileInput } from "@satori/contracts";
import { changes } from "../../connection/changes.ts";
import { failureOf, isCancelled } from "../../connection/connection.ts";
import type { FileRoute } from "../../routing/route.ts";
import { type FilePart, type ReadSoFar, withPart } from "./parts-of-file.ts";

export type FileState =
  | { readonly kind: "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "unanswered"; readonly answer: Exclude<ToolOutput<"read_file">, { readonly status: "ok" }> }
  | ({ readonly kind: "read" } & ReadSoFar);

export interface FileRead {
  readonly state: FileState;
  readonly args: ReadFileInput;
  readonly readOn: () => void;
  readonly again: () => void;
}

/** Reads from the beginning past the lines that are wanted, part by part, and no further until `readOn`. */
export function useFile(client: SatoriClient, { path, file, endLine, startLine, symbol }: FileRoute): FileRead {
  const args: ReadFileInput = { path: absolute(path, file), ...(symbol === null ? {} : { open_symbol: symbol }) };
  const key = JSON.stringify(args);
  const [state, setState] = useState<{ readonly key: string; readonly file: FileState }>({ key: "", file: { kind: "reading" } });
  const [round, setRound] = useState(0);
  const [pastLine, setPastLine] = useState({ key, line: 0 });
  const until = Math.max(startLine ?? 1, endLine ?? 1, pastLine.key === key ? pastLine.line : 0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (now: FileState): void => void (controller.signal.aborted || setState({ key, file: now }));
    const known = state.key === key && state.file.kind === "read" ? state.file : null;
    readUntil(client, known, args, until, controller.signal, settle).catch((error: unknown) => void (isCancelled(error) || settle(failureOf(error))));
    return () => controller.abort();
  }, [client, key, until, round, changes.value]);
  const now: FileState = state.key === key ? state.file : { kind: "reading" };
  return {
    state: now, args,
    readOn: () => void (now.kind === "read" && setPastLine({ key, line: now.last.endLine + 1 })),
    again: () => {
      setState({ key: "", file: { kind: "reading" } });
      setRound((before) => before + 1);
    },
  };
}

/** Tells of the first part at once and then of all: colours are those of a whole text, and would be found anew for each part. */
async function readUntil(client: SatoriClient, known: ReadSoFar | null, first: ReadFileInput, line: number, signal: AbortSignal, tell: (state: FileState) => void): Promise<void> {
  let read = known;
  while (read === null || (read.next !== null && read.last.endLine < Math.min(line, read.last.totalLines))) {
    const answer: ToolOutput<"read_file"> = await client.readFile(read?.next ?? first, { signal });
    if (answer.status !== "ok") return tell({ kind: "unanswered", answer });
    const part: FilePart = answer;
    const isFirst: boolean = read === null;
    // Null where the file has changed since the part before: what was read of it is none of what it is now.
    read = withPart(read, part);
    if (isFirst && read !== null) tell({ kind: "read", ...read });
  }
  tell({ kind: "read", ...read });
}

function absolute(root: string, file: string): string {
  if (file === "") return root;
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(file) ? file : `${root.replace(/[\\/]$/, "")}/${file}`;
}
