/** Finds the commit that a branch, a tag, an id or an expression such as `HEAD~3` names. */
import { EngineError } from "../errors.ts";
import { type GitFolders, OBJECT_ID, isShallow, queryObjects, requireRepository } from "./objects.ts";

export interface RefRequest {
  readonly root: string;
  /** As the caller wrote it. */
  readonly ref: string;
  /** Name of the argument that contains it, for messages. */
  readonly argument: string;
}

/** Names that a message suggests. */
const MAX_SUGGESTIONS = 5;

/**
 * Id of the commit. Throws `INVALID_ARGUMENTS` if the text cannot be the name of one commit, `REF_NOT_FOUND`,
 * `REF_AMBIGUOUS`, and the errors of `queryObjects`.
 */
export async function resolveRef(request: RefRequest, signal?: AbortSignal): Promise<string> {
  const { root, ref, argument } = request;
  const folders = requireRepository(root);
  const problem = refProblem(ref);
  if (problem !== null) {
    const message = `is ${JSON.stringify(ref)}, ${problem}`;
    throw new EngineError("INVALID_ARGUMENTS", `${argument} ${message}`, {
      details: [{ path: argument, message }],
    });
  }
  await refuseAmbiguous(request, signal);
  // Nothing in the text starts an option or ends the expression: see `refProblem`.
  const printed = await queryObjects(root, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`], {
    signal,
    allowed: [1, 128],
  });
  const id = printed.toString().trim();
  if (OBJECT_ID.test(id)) return id;
  throw await missing(request, folders, signal);
}

/** Characters that no name has and that would start another kind of expression: `:` leads to a file. */
const REFUSED_CHARACTERS = /[\0-\x20\x7f:?*[\\]/;

/** Why a text is not the name of one commit; null if it may be one. Pure. */
export function refProblem(ref: string): string | null {
  if (ref === "") return "which names nothing";
  if (ref.startsWith("-")) return "which starts with a dash, as no name does";
  if (ref.includes("..")) return "a range, not one commit: compare_versions takes its two ends";
  if (ref.startsWith("^") || /\^(?:[@!]|-\d*)$/.test(ref)) return "a set of commits, not one";
  if (REFUSED_CHARACTERS.test(ref) || ref.includes("^{/"))
    return "which has a character that no branch, tag or commit has";
  return null;
}

/** A name without the steps that follow it (`~3`, `^2`, `@{1}`). */
function nameIn(ref: string): string {
  return /^[^~^]*?(?=@\{|[~^]|$)/.exec(ref)?.[0] ?? "";
}

/** Throws if a short name is that of several branches and tags that are different commits. */
async function refuseAmbiguous({ root, ref, argument }: RefRequest, signal?: AbortSignal): Promise<void> {
  const name = nameIn(ref);
  if (name === "" || name === "@" || name.startsWith("refs/") || OBJECT_ID.test(name)) return;
  const full = ["tags", "heads", "remotes"].map((kind) => `refs/${kind}/${name}`);
  const found = (await refsMatching(root, full, signal)).filter(({ refname }) => full.includes(refname));
  if (new Set(found.map(({ commit }) => commit)).size < 2) return;
  const candidates = found.map(({ refname }) => refname).sort();
  throw new EngineError("REF_AMBIGUOUS", `${argument} ${ref} is several: ${candidates.join(", ")}`, {
    details: { [argument]: ref, candidates },
  });
}

async function refsMatching(
  root: string,
  patterns: readonly string[],
  signal?: AbortSignal,
): Promise<{ readonly refname: string; readonly commit: string }[]> {
  const format = "%(refname)%00%(objectname)%00%(*objectname)";
  const printed = await queryObjects(root, ["for-each-ref", `--format=${format}`, ...patterns], { signal });
  return printed
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [refname = "", object = "", peeled = ""] = line.split("\0");
      return { refname, commit: peeled === "" ? object : peeled };
    });
}

/** The error for a name that leads to no commit: several objects start with these digits, or none has it. */
async function missing(
  { root, ref, argument }: RefRequest,
  folders: GitFolders,
  signal?: AbortSignal,
): Promise<EngineError> {
  const details = { [argument]: ref };
  if (/^[0-9a-f]{4,63}$/.test(nameIn(ref))) {
    const ids = await commitsStarting(root, nameIn(ref), signal);
    if (ids.length > 1)
      return new EngineError("REF_AMBIGUOUS", `${argument} ${ref} is the start of several ids`, {
        details: { ...details, candidates: ids.slice(0, MAX_SUGGESTIONS) },
      });
  }
  const remote = nameIn(ref) === "HEAD" ? [] : await refsMatching(root, remotePatterns(ref), signal);
  const names = remote.map(({ refname }) => refname.replace("refs/remotes/", "")).sort();
  const hints = [
    names.length === 0 ? "" : ` There is ${names.slice(0, MAX_SUGGESTIONS).join(", ")}.`,
    isShallow(folders) ? " The repository is a shallow clone: older commits are missing." : "",
  ].join("");
  const why = ref === "HEAD" ? "the repository has no commit yet" : "no such branch, tag or commit";
  return new EngineError("REF_NOT_FOUND", `${argument} ${ref}: ${why} in ${root}.${hints}`, { details });
}

function remotePatterns(ref: string): string[] {
  return [`refs/remotes/*/${nameIn(ref)}`];
}

async function commitsStarting(root: string, digits: string, signal?: AbortSignal): Promise<string[]> {
  const printed = await queryObjects(root, ["rev-parse", `--disambiguate=${digits}`], {
    signal,
    allowed: [1, 128],
  });
  return printed
    .toString()
    .split("\n")
    .filter((line) => OBJECT_ID.test(line))
    .sort();
}
