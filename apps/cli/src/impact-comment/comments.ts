/** Keeps one comment of a pull or merge request up to date. */
import { IMPACT_MARKER } from "../render/impact-marker.ts";

/** A comment that this job's account has written. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
}

/** The comments of one request, whichever site it is on. Each method throws `RequestFailure`. */
export interface CommentStore {
  /** Comments of this account, oldest first. */
  listOwn(): Promise<readonly OwnComment[]>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
  remove(id: number): Promise<void>;
}

export type CommentResult = "created" | "updated" | "unchanged" | "removed" | "nothing";

/**
 * Creates the comment, changes the one of an earlier run, or removes it if the text is empty. If there are
 * several, by runs at the same time, the oldest remains.
 */
export async function keepComment(store: CommentStore, body: string): Promise<CommentResult> {
  const [first, ...others] = (await store.listOwn()).filter((comment) =>
    comment.body.startsWith(IMPACT_MARKER),
  );
  for (const { id } of others) await store.remove(id);
  if (first === undefined) {
    if (body === "") return others.length > 0 ? "removed" : "nothing";
    await store.create(body);
    return "created";
  }
  if (body === "") {
    await store.remove(first.id);
    return "removed";
  }
  // Sites store line ends in their own way.
  if (first.body.replaceAll("\r\n", "\n").trim() === body.trim()) return "unchanged";
  await store.update(first.id, body);
  return "updated";
}

/** Items of all pages, up to a bound that no request reaches. @param read reads a page, from 1 */
export async function allPages<Item>(
  read: (page: number) => Promise<readonly Item[]>,
  { perPage, maxPages }: { readonly perPage: number; readonly maxPages: number },
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const found = await read(page);
    items.push(...found);
    if (found.length < perPage) break;
  }
  return items;
}
