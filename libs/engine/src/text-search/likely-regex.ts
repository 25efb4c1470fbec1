/** Tells texts that are most likely meant as regular expressions. Pure. */

/** Signs that few texts in code have and most expressions do. */
const EXPRESSION = /\\[bBdDsSwW.()[\]{}|]|[.\])][*+?]|\w\|\w|\[[^\]]+\]|^\^\w|\w\$$/;

export function isLikelyRegex(text: string): boolean {
  return EXPRESSION.test(text);
}
