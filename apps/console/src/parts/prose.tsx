/**
 * A sentence of the server in the words of the page, with the buttons that do what it advises. Text between
 * backticks is code.
 */
import { type ManageAction, printable } from "@satori/contracts";
import { actionsIn, inPlainWords } from "../plain-words.ts";
import { ClearButton } from "./clear-button.tsx";
import { Proposal } from "./proposal.tsx";

export function Prose({ text }: { readonly text: string }) {
  const parts = printable(inPlainWords(text)).split("`");
  // An odd number of backticks is one that quotes nothing.
  if (parts.length % 2 === 0) return <>{parts.join("`")}</>;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

/**
 * Buttons for the changes to an index that a sentence advises.
 *
 * @param root of the codebase that the sentence is about; empty if there is none: then nothing is shown
 * @param except changes that other buttons make
 */
export function AdvisedActions({
  text,
  root,
  except = [],
}: {
  readonly text: string;
  readonly root: string;
  readonly except?: readonly unknown[];
}) {
  if (root === "") return null;
  return (
    <>
      {actionsIn(text)
        .filter((action) => !except.includes(action))
        .map((action) => (
          <Advised key={action} action={action} root={root} />
        ))}
    </>
  );
}

function Advised({ action, root }: { readonly action: ManageAction; readonly root: string }) {
  return action === "clear" ? (
    <ClearButton version={{ path: root, ref: "" }} />
  ) : (
    <Proposal call={{ tool: "manage_index", args: { action, path: root } }} root={root} />
  );
}
