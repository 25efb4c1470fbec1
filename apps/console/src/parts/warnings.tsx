/** Codes of an answer's warnings, with what they mean and what can be done. */
import { WARNINGS } from "@satori/contracts";

export function Warnings({ codes = [] }: { readonly codes?: readonly string[] | undefined }) {
  if (codes.length === 0) return null;
  return (
    <ul class="notes warnings">
      {codes.map((code) => {
        // A server may be newer than the page that a browser has kept.
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
