/**
 * Composed and decomposed forms of a text: "é" is one character or two. macOS and some editors write the
 * second, keyboards the first, and people see no difference. Pure.
 */

const NOT_ASCII = /[^\0-\x7f]/;

/** The text as it is written, composed (NFC) and decomposed (NFD), without duplicates. */
export function unicodeForms(text: string): readonly string[] {
  return NOT_ASCII.test(text) ? [...new Set([text, text.normalize("NFC"), text.normalize("NFD")])] : [text];
}

/** Whether two texts are equal but for the form. */
export function isSameText(left: string, right: string): boolean {
  return left === right || (NOT_ASCII.test(left) && left.normalize("NFC") === right.normalize("NFC"));
}

/**
 * A regular expression that matches either form of each character outside brackets. Inside brackets, a
 * decomposed character would be two members.
 */
export function expressionForBothForms(expression: string): string {
  if (!NOT_ASCII.test(expression)) return expression;
  let depth = 0;
  return expression.replaceAll(PARTS, (part) => {
    if (part === "[") depth++;
    else if (part === "]" && depth > 0) depth--;
    const [composed, decomposed] = [part.normalize("NFC"), part.normalize("NFD")];
    return depth > 0 || composed === decomposed ? part : `(?:${composed}|${decomposed})`;
  });
}

/** An escape, a bracket, or a character with what is put on it. */
const PARTS = /\\[^]|[[\]]|[^\p{M}]\p{M}+|[^\0-\x7f]/gu;
