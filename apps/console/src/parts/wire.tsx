/** What went over the wire for what is shown: for whoever builds on the tools, or doubts the page. */
import { TOOLS, type CoreToolName } from "@satori/contracts";
import { CopyButton } from "./copy-button.tsx";

export function Wire({ tool, args, answer }: { readonly tool: CoreToolName; readonly args: object; readonly answer: unknown }) {
  const call = JSON.stringify(args);
  const json = JSON.stringify(answer, null, 2);
  return (
    <details class="wire">
      <summary>The call and its answer</summary>
      <p class="quiet">{TOOLS.find(({ name }) => name === tool)?.description.split(". ")[0]}.</p>
      <h3>Call <CopyButton text={JSON.stringify({ name: tool, arguments: args })} /></h3>
      <pre>{tool} {call}</pre>
      <h3>Answer <CopyButton text={json} /></h3>
      <pre>{json}</pre>
    </details>
  );
}
