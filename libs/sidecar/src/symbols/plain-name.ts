/** Names in backticks, as Swift, Scala and Kotlin write those that are words of the language elsewhere. */

/** `default` of `` `default` ``: both are one name. */
export function plainName(text: string): string {
  return text.startsWith("`") ? text.replace(/^`([^`]*)`$/, "$1") : text;
}
