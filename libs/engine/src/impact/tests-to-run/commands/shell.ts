/** Words of a POSIX shell command. Pure. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as a POSIX shell reads it back: as it is if no character is special, otherwise in single quotes. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A relative path as an argument that no program takes for an option. */
export function pathArgument(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

/** A text inside a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
