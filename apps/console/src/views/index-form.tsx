/** A form to index a folder: offers the served folders, and says before it sends what is not served. */
import { useState } from "preact/hooks";
import { LIMITS, printable } from "@satori/contracts";
import { act, outcome } from "../actions.ts";
import { refusalOf } from "../routing/served-folders.ts";

/** @param allowed folders that can be indexed, with those inside; null: any folder */
export function IndexForm({ allowed }: { readonly allowed: readonly string[] | null }) {
  const [path, setPath] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [extensions, setExtensions] = useState("");
  const [patterns, setPatterns] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    const problem = path.trim() === "" ? "Name a folder first." : refusalOf(path.trim(), allowed);
    setRefusal(problem);
    if (problem !== null) return void document.getElementById("folder")?.focus();
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
      <FolderField
        path={path}
        refusal={refusal}
        allowed={allowed}
        onEnter={(entered) => {
          setPath(entered);
          setRefusal(null);
        }}
      />
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

/** The field of the folder with the button, and below them what is wrong with it, or what is served. */
function FolderField({
  path,
  refusal,
  allowed,
  onEnter,
}: {
  readonly path: string;
  readonly refusal: string | null;
  readonly allowed: readonly string[] | null;
  readonly onEnter: (path: string) => void;
}) {
  return (
    <>
      <label for="folder">Folder on the server</label>
      <div class="row">
        <input
          id="folder"
          type="text"
          list="served"
          placeholder={allowed?.[0] ?? "/home/me/project"}
          autocomplete="off"
          spellcheck={false}
          maxLength={LIMITS.maxPathChars}
          aria-invalid={refusal !== null}
          aria-describedby="folder-note"
          value={path}
          onInput={(event) => onEnter(event.currentTarget.value)}
        />
        <button type="submit" class="main" disabled={outcome.value?.kind === "working"}>
          Index
        </button>
      </div>
      <datalist id="served">
        {(allowed ?? []).map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <FolderNote refusal={refusal} allowed={allowed} />
    </>
  );
}

/** Why the folder is refused, else which folders are served; the latter is also announced with the field. */
function FolderNote({
  refusal,
  allowed,
}: {
  readonly refusal: string | null;
  readonly allowed: readonly string[] | null;
}) {
  if (refusal !== null)
    return (
      <p id="folder-note" class="problem" role="alert">
        {printable(refusal)}
      </p>
    );
  return (
    <p id="folder-note" class="quiet">
      {allowed === null ? "" : `Served, with the folders inside: ${printable(allowed.join(", "))}.`}
    </p>
  );
}
