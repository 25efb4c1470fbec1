/** A snapshot in the form that resolution of calls needs. */
import type { Project } from "@satori/sidecar";
import type { CodeView } from "./code-view.ts";

export function snapshotProject(snapshot: CodeView): Project {
  const { calls, files } = snapshot;
  return {
    paths: files.paths,
    fileAt: (path) => {
      const at = snapshot.fileAt(path);
      return at === -1 ? undefined : at;
    },
    language: (file) => files.languages[file] ?? "text",
    flow: (file) => calls.flow(file),
    text: (file) => calls.text(file),
    filesDefining: (name) => calls.filesDefining(name),
    filesUsing: (use, name) => calls.filesUsing(use, name),
  };
}
