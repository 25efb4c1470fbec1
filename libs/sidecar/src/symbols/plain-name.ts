/** Names in backticks, with which Swift, Scala and Kotlin escape keywords. */

/** `default` for `` `default` ``: both denote the same name. */
export function plainName(text: string): string {
  return text.startsWith("`") ? text.replace(/^`([^`]*)`$/, "$1") : text;
}
