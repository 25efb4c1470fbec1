/** Warning codes of an answer, with their meaning and the next step. */
import { WARNINGS } from "@satori/contracts";

export function Warnings({ codes = [] }: { readonly codes?: readonly string[] | undefined }) {
  if (codes.length === 0) return null;
  return (
    <ul class="notes warnings">
      {codes.map((code) => {
        // The server may be newer than a page from the browser's cache.
        const entry = Object.hasOwn(WARNINGS, code) ? WARNINGS[code as keyof typeof WARNINGS] : null;
        return (
          <li key={code}>
            <code>{code}</code> {entry === null ? "" : `${entry.meaning} ${entry.nextStep}`}
          </li>
        );
      })}
    </ul>
  );
}
