/** How people see the name of a symbol that namespaces qualify. Pure. */

/** A part of a qualified name. Titles of documents and names of files have other characters. */
const PART = /^[^\s./\\#:"'()[\]{}]+$/;

/**
 * `Calculator.total` for `Acme.Billing.Calculator.total`: a member and what declares it. Unchanged if there
 * is no more, if the label is no qualified name, or if it is the name of the file.
 *
 * @param file path of the symbol's file, shown next to the name
 */
export function classAndMember(label: string, file: string): string {
  const parts = label.split(".");
  const isQualified = parts.length > 2 && parts.every((part) => PART.test(part));
  return isQualified && !file.endsWith(label) ? parts.slice(-2).join(".") : label;
}
