/** Finds the issues and pull requests that a commit message names. Pure. */

/**
 * `#12`, `owner/name#12`, `GH-12`, and links to issues of a code host. A number sign after a word or `&` is
 * part of something else; ticket numbers of other systems, such as `ABC-12`, name no issue for certain.
 */
const REFERENCE =
  /(?<![\w&#/])((?:[\w.-]+\/[\w.-]+)?#\d{1,7}|GH-\d{1,7})(?![\w#])|https?:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/(?:-\/)?(?:issues|pull|merge_requests)\/(\d{1,7})/g;
/** A release note may list hundreds. */
const MAX_REFERENCES = 10;

/** In the order of the message, without duplicates. */
export function referencesIn(message: string): string[] {
  const found = new Set<string>();
  for (const [, written, repository, number] of message.matchAll(REFERENCE))
    found.add(written ?? `${repository}#${number}`);
  return [...found].slice(0, MAX_REFERENCES);
}
