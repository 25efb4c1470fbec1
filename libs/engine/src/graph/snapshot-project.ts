/** One state of an index, as a resolver of calls asks for it. */
import type { Project } from "@satori/sidecar";
import type { Snapshot } from "../store/store.ts";

export function snapshotProject(snapshot: Snapshot): Project {
  const { calls, files } = snapshot;
  // One question asks about some names thousands of times.
  const defining = new Map<string, readonly number[]>();
  return {
    paths: files.paths,
    fileAt: (path) => {
      const at = snapshot.fileAt(path);
      return at === -1 ? undefined : at;
    },
    language: (file) => files.languages[file] ?? "text",
    flow: (file) => calls.flow(file),
    text: (file) => calls.text(file),
    filesDefining: (name) => {
      const known = defining.get(name);
      if (known) return known;
      const found = calls.filesDefining(name);
      defining.set(name, found);
      return found;
    },
    filesUsing: (use, name) => calls.filesUsing(use, name),
  };
}
