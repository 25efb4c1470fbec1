/** Starts index runs on a server, for folders without an index; the runs go on in the server. */
import { describeUpload, type ErrorCode } from "@satori/contracts";
import { printableLine } from "@satori/render";
import type { CommandContext } from "../command.ts";
import { CommandError } from "../failure.ts";
import { problemLine } from "../render/wording.ts";
import { answerOf } from "./answer.ts";
import { connect } from "./connection.ts";

interface IndexFolders {
  readonly url: URL;
  readonly token: string;
  /** Absolute. */
  readonly folders: readonly string[];
}

/**
 * Says on standard error what was started and what could not be. A folder that has an index keeps it. Never
 * throws: the server that runs is of use without an index, too.
 */
export async function indexFolders(
  context: Pick<CommandContext, "terminal" | "globals" | "environment" | "interruption" | "version">,
  { url, token, folders }: IndexFolders,
): Promise<void> {
  const { terminal, globals, environment, interruption, version } = context;
  const say = (line: string): void => void terminal.err.write(`${line}\n`);
  const target = { kind: "url", url } as const;
  try {
    await using server = await connect({
      target,
      token,
      cwd: "/",
      environment,
      version,
      signal: interruption.signal,
    });
    for (const path of folders) {
      const args = { action: "create", path };
      const answered = answerOf("manage_index", args, await server.call("manage_index", args));
      if (answered.kind !== "answer") continue;
      const { answer } = answered;
      if (answer.status !== "ok") {
        say(problemLine(answer));
        continue;
      }
      if (answer.upload)
        say(`warning REMOTE_EMBEDDER_UPLOAD: ${printableLine(describeUpload(answer.upload))}`);
      if (answer.runId && globals.quiet !== true) say(`indexing ${printableLine(path)}`);
    }
  } catch (error) {
    const { code, message } = error instanceof CommandError ? error : failed(error);
    if (code !== "CANCELLED") say(`error ${code}: ${printableLine(message)}`);
  }
}

function failed(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  return { code: "INTERNAL", message: error instanceof Error ? error.message : String(error) };
}
