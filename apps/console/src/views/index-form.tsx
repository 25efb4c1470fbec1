/** A form to index a folder. */
import { useState } from "preact/hooks";
import { LIMITS } from "@satori/contracts";
import { act, outcome } from "../actions.ts";

export function IndexForm() {
  const [path, setPath] = useState("");
  const [extensions, setExtensions] = useState("");
  const [patterns, setPatterns] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (path.trim() === "") return;
    const customExtensions = extensions.split(/[\s,]+/).filter((text) => text !== "");
    const ignorePatterns = patterns
      .split("\n")
      .map((text) => text.trim())
      .filter((text) => text !== "");
    void act({
      tool: "manage_index",
      args: {
        action: "create",
        path: path.trim(),
        ...(customExtensions.length > 0 ? { customExtensions } : {}),
        ...(ignorePatterns.length > 0 ? { ignorePatterns } : {}),
      },
    });
  };
  return (
    <form class="stacked index-form" onSubmit={submit}>
      <h2>Index a folder</h2>
      <label for="folder">Folder on the server</label>
      <div class="row">
        <input
          id="folder"
          type="text"
          placeholder="/home/me/project"
          autocomplete="off"
          spellcheck={false}
          maxLength={LIMITS.maxPathChars}
          value={path}
          onInput={(event) => setPath(event.currentTarget.value)}
        />
        <button type="submit" class="main" disabled={path.trim() === "" || outcome.value?.kind === "working"}>
          Index
        </button>
      </div>
      <details>
        <summary>Include or exclude files</summary>
        <label for="extensions">Additional extensions to index as text</label>
        <input
          id="extensions"
          type="text"
          placeholder=".tmpl .proto3"
          autocomplete="off"
          spellcheck={false}
          value={extensions}
          onInput={(event) => setExtensions(event.currentTarget.value)}
        />
        <label for="patterns">Patterns to exclude, one per line, as in .gitignore</label>
        <textarea
          id="patterns"
          rows={3}
          spellcheck={false}
          value={patterns}
          onInput={(event) => setPatterns(event.currentTarget.value)}
        />
      </details>
    </form>
  );
}
