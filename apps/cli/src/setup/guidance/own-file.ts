/**
 * The clients of a file that setup writes as a whole, such as a skill that several clients read. They stand
 * after the file's mark, and the file goes with the last of them. Pure.
 *
 *     <!-- Written by satori setup, which replaces changes. Clients: codex zed -->
 */
import { OWN_FILE_MARK } from "./texts.ts";

const MARK = new RegExp(`(${OWN_FILE_MARK.replaceAll(".", "\\.")})(?: Clients:((?: \\w[\\w-]*)+))?`);

/** Whether setup wrote the file: only such files are replaced and removed. */
export function isMarked(text: string | null): boolean {
  return text !== null && MARK.test(text);
}

/** The text as setup writes it for a first client, before the clients are added. */
export function withoutClients(text: string): string {
  return text.replace(MARK, "$1");
}

/**
 * The file's new text, for this client and those that the file has it for already.
 *
 * @param before text of the file; null if it does not exist
 * @param written the text without clients
 */
export function withClient(before: string | null, written: string, client: string): string {
  return listing(written, [...new Set([...clientsOf(before ?? ""), client])].sort());
}

/** The file without this client; null if no other needs it. Unchanged if setup did not write it for it. */
export function withoutClient(text: string, client: string): string | null {
  const clients = clientsOf(text);
  if (!isMarked(text) || (clients.length > 0 && !clients.includes(client))) return text;
  const others = clients.filter((id) => id !== client);
  return others.length === 0 ? null : listing(text, others);
}

function clientsOf(text: string): readonly string[] {
  return MARK.exec(text)?.[2]?.trim().split(" ") ?? [];
}

function listing(text: string, clients: readonly string[]): string {
  return text.replace(MARK, `$1 Clients: ${clients.join(" ")}`);
}
