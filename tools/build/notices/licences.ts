/** Which licences let us pass on what a bundle holds, by their SPDX ids. */

/**
 * They ask for their text and the copyright notices, at most. Others are a decision that nobody has taken
 * yet.
 */
const PERMISSIVE: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
];

/** Whatever the id says: a text that contains this is another licence, or one more. */
const COPYLEFT = /\bGNU\s+(?:(?:Affero|Lesser|Library)\s+)?General\s+Public\s+Licen[cs]e/i;

/**
 * Why software under this licence may not go into a package of ours; null if it may. Pure.
 *
 * @param expression an SPDX id, or several with OR and AND between them
 * @param text of the licence
 */
export function refusal(expression: string, text: string): string | null {
  const options = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  if (!options.some((option) => option.split(" AND ").every((id) => PERMISSIVE.includes(id))))
    return (
      `its licence is ${JSON.stringify(expression)}, and known to be permissive are ` +
      `${PERMISSIVE.join(", ")}`
    );
  // A choice may name what is not chosen.
  if (options.length === 1 && COPYLEFT.test(text))
    return `it calls its licence ${expression}, but the text is one of the GNU licences`;
  return text.trim() === "" ? "it comes without the text of its licence" : null;
}
