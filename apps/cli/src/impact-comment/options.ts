/** Reads the arguments of `satori impact-comment`. Pure. */
import { parseArgs } from "node:util";
import { printableLine } from "@satori/render";

export interface CommentOptions {
  /** Folder of the checkout, or one inside it to look at changes only there. */
  readonly path: string;
  /** Options for `satori impact`, as it takes them. */
  readonly forImpact: readonly string[];
}

/** An empty value counts as not given: that is how an unset input of a CI job arrives. */
export function readCommentOptions(args: readonly string[]): CommentOptions | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        path: { type: "string" },
        depth: { type: "string" },
        "fail-on": { type: "string" },
      },
    });
    const { path, ...forImpact } = values;
    return {
      path: path || ".",
      forImpact: Object.entries(forImpact).flatMap(([name, value]) => (value ? [`--${name}=${value}`] : [])),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: `${printableLine(message)} (options: --path, --depth, --fail-on)` };
  }
}
