/**
 * The token in an address such as `#token=abc` or `#/search?…&token=abc`, as `satori console` opens it. Pure.
 */

/** @param hash with its `#`; `rest` is the same without the token */
export function takeToken(hash: string): { readonly token: string | null; readonly rest: string } {
  const match = /[#?&]token=([^&]*)/.exec(hash);
  if (match === null) return { token: null, rest: hash };
  const before = hash.slice(0, match.index);
  const after = hash.slice(match.index + match[0].length);
  const joint = match[0][0] as string;
  const rest = after === "" ? before : `${before}${joint}${after.slice(1)}`;
  return { token: decode(match[1] ?? ""), rest: rest === "#" ? "" : rest };
}

/** Whether a header can contain the text; otherwise it is not a token of any server. */
export function isToken(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}
