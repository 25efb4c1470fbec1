/** Decides, by SPDX id, which licences allow us to redistribute bundled code. */

/**
 * Licences that require at most their text and the copyright notices. Nobody has decided about any others
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

/** Texts that contain this are under another licence than the id says, or under an additional one. */
const COPYLEFT = /\bGNU\s+(?:(?:Affero|Lesser|Library)\s+)?General\s+Public\s+Licen[cs]e/i;

/**
 * Why software under a licence may not be redistributed in our packages; null if it may. Pure.
 *
 * @param expression an SPDX id, or several joined by OR and AND
 * @param text text of the licence
 */
export function refusal(expression: string, text: string): string | null {
  const options = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  if (!options.some((option) => option.split(" AND ").every((id) => PERMISSIVE.includes(id))))
    return (
      `its licence is ${JSON.stringify(expression)}, and known to be permissive are ` +
      `${PERMISSIVE.join(", ")}`
    );
  // With a choice of licences, the text may name one that is not chosen.
  if (options.length === 1 && COPYLEFT.test(text))
    return `it calls its licence ${expression}, but the text is one of the GNU licences`;
  return text.trim() === "" ? "it comes without the text of its licence" : null;
}
