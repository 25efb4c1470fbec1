/** A file, read as far as needed: answers of `read_file` are cut and contain the call that continues. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import type { ReadFileInput } from "@satori/contracts";
import { changes } from "../../connection/changes.ts";
import { failureOf, isCancelled } from "../../connection/connection.ts";
import { pathIn } from "../../routing/paths.ts";
import { type FileRoute, refArgument } from "../../routing/route.ts";
import { type FileState, readUntil } from "./read-until.ts";

export interface FileRead {
  readonly state: FileState;
  readonly args: ReadFileInput;
  readonly readOn: () => void;
  readonly again: () => void;
}

/** Reads from the beginning past the requested lines, part by part, and further only after `readOn`. */
export function useFile(
  client: SatoriClient,
  { path, ref, file, endLine, startLine, symbol }: FileRoute,
): FileRead {
  const args: ReadFileInput = {
    path: pathIn(path, file),
    ...(symbol === null ? {} : { open_symbol: symbol }),
    ...refArgument(ref),
  };
  const key = JSON.stringify(args);
  const [state, setState] = useState<{ readonly key: string; readonly file: FileState }>({
    key: "",
    file: { kind: "reading" },
  });
  const [round, setRound] = useState(0);
  const [pastLine, setPastLine] = useState({ key, line: 0 });
  const until = Math.max(startLine ?? 1, endLine ?? 1, pastLine.key === key ? pastLine.line : 0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (now: FileState): void => void (controller.signal.aborted || setState({ key, file: now }));
    const known = state.key === key && state.file.kind === "read" ? state.file : null;
    readUntil((next) => client.readFile(next ?? args, { signal: controller.signal }), {
      known,
      line: until,
      tell: settle,
    }).catch((error: unknown) => void (isCancelled(error) || settle(failureOf(error))));
    return () => controller.abort();
  }, [client, key, until, round, changes.value]);
  const now: FileState = state.key === key ? state.file : { kind: "reading" };
  return {
    state: now,
    args,
    readOn: () => void (now.kind === "read" && setPastLine({ key, line: now.last.endLine + 1 })),
    again: () => {
      setState({ key: "", file: { kind: "reading" } });
      setRound((before) => before + 1);
    },
  };
}
