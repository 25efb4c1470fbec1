/**
 * Identifies a codebase across checkouts: by its repository's origin and the path within the repository, or
 * otherwise by the folder on this machine.
 */
import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { repositoryFolder } from "../../git/origin.ts";
import { viewParts } from "../../model/view-name.ts";

export interface CheckoutIdentity {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** For people: a few letters of the repository's or the folder's name. */
  readonly label: string;
  /** Identifies this checkout alone: 12 hexadecimal digits. */
  readonly checkout: string;
}

/**
 * Identity of a view of a codebase. Commits belong to the codebase of their folder, so that they share
 * versions of files with it; each counts as a checkout.
 *
 * @param view see `viewName`
 * @param home home that holds the index; the same folder in two homes counts as two checkouts
 * @param host name of this machine when the index was first created; laptops take names from networks, and
 * each container has its own
 */
export function readIdentity(view: string, home: string, host: string): CheckoutIdentity {
  const { root } = viewParts(view);
  const origin = originInside(root);
  const name = origin === null ? `${host}:${root}` : origin;
  return {
    id: digest(name).slice(0, 16),
    label: labelOf(origin ?? basename(root)),
    checkout: digest(`${host}:${resolve(home)}:${view}`).slice(0, 12),
  };
}

/** Origin of the repository around a folder, with the path in the repository; null if it has no origin. */
function originInside(root: string): string | null {
  const { origin = null, inside = "" } = repositoryFolder(root) ?? {};
  return origin === null || inside === "" ? origin : `${origin}//${inside}`;
}

/** Collection names allow only letters, digits and underscores. */
function labelOf(name: string): string {
  const words = name
    .split("/")
    .filter((part) => part !== "")
    .slice(-2)
    .join("_")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return words.replaceAll(/^_+|_+$/g, "").slice(-40) || "codebase";
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
