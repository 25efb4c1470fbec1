/**
 * Names of views, by which index folders and the views in an index file are found: the root of a codebase for
 * its files on disk, and the root with an id for a commit. No root contains two slashes in a row. Pure.
 */

export function viewName(root: string, commit: string | null): string {
  return commit === null ? root : `${root}//${commit}`;
}

/** Root and commit in the name of a view. */
export function viewParts(view: string): { readonly root: string; readonly commit: string | null } {
  const [root = "", commit = null] = view.split("//");
  return { root, commit };
}
