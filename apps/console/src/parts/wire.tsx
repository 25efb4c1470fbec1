/** The call and answer behind what is shown, for people who build on the tools or doubt the page. */
import { TOOLS } from "@satori/contracts";
import { useState } from "preact/hooks";
import type { PageToolName } from "../connection/use-answer.ts";
import { CopyButton } from "./copy-button.tsx";

interface WireProps {
  readonly tool: PageToolName;
  readonly args: object;
  readonly answer: unknown;
}

export function Wire(props: WireProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="wire" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>The call and its answer</summary>
      {isOpen ? <Opened {...props} /> : null}
    </details>
  );
}

function Opened({ tool, args, answer }: WireProps) {
  const json = JSON.stringify(answer, null, 2);
  return (
    <>
      <p>{TOOLS.find(({ name }) => name === tool)?.description.split(". ")[0]}.</p>
      <h3>
        Call <CopyButton text={JSON.stringify({ name: tool, arguments: args })} />
      </h3>
      <pre>
        {tool} {JSON.stringify(args)}
      </pre>
      <h3>
        Answer <CopyButton text={json} />
      </h3>
      <pre>{json}</pre>
    </>
  );
}
