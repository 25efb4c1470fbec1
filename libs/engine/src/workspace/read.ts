/** `workspace_read`: lines of a file in the workspace roots. Uses the same code as `read_file`. */
import { type WorkspaceReadInput, type WorkspaceReadOutput, workspaceAnswer } from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { requireShown } from "../contents/shown.ts";
import { cutLines, load, notesOf } from "../files/reading.ts";
import { resolvePath } from "./resolved-path.ts";
import { searchedRoots, openWorkspaceRoots } from "./roots.ts";

/** Answers one `workspace_read` request. Throws the errors of `resolvePath`. */
export async function workspaceRead(
  context: EngineContext,
  input: WorkspaceReadInput,
  call: CallContext,
): Promise<WorkspaceReadOutput> {
  const roots = searchedRoots(openWorkspaceRoots(context.config.workspaceRoots), input.repo);
  // Throws if calls are confined and a link has replaced a root since the server started.
  for (const { path } of roots) context.codebases.covering(path, call.baseFolder);
  const { root, path, realPath } = resolvePath(roots, input.path);
  const folders = roots.map((each) => each.path);
  // Checked before the file is opened: opening one of our databases would release its locks.
  requireShown({ context }, input.path, realPath, folders);
  const { text, encoding } = load({ context }, { path: input.path, realPath }, folders);
  const lines = cutLines({ context, call }, text, {
    startLine: input.start_line ?? 1,
    endLine: input.end_line ?? Number.POSITIVE_INFINITY,
  });
  const { content, startLine, endLine, totalLines, isTruncated, hasMore } = lines;
  const notes = notesOf(lines);
  const result = {
    repo: root.repo,
    path,
    content,
    start_line: startLine,
    end_line: endLine,
    total_lines: totalLines,
    ...(hasMore ? { next_start_line: endLine + 1 } : {}),
    encoding,
    language: detectLanguage(path, text)?.id ?? "text",
    ...(notes.length > 0 ? { notes } : {}),
  };
  return workspaceAnswer(result, { repo: root.repo, truncated: isTruncated }, call.elapsedMs());
}
