/** Random small histories, against `git log -L` and the function's own texts. */
import fc from "fast-check";
import { expect, it } from "vitest";
import "../testing/trees/no-git-settings.ts";
import { Repository } from "./testing/repository.ts";

const NAMES = ["alpha", "beta", "gamma"] as const;
type Name = (typeof NAMES)[number];
/** Statements by function; a statement that starts with # is a comment. */
type Functions = Record<Name, string[]>;

interface Edit {
  readonly name: Name;
  readonly kind: "insert" | "remove" | "comment" | "replace" | "blank line above";
  readonly at: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  name: fc.constantFrom(...NAMES),
  kind: fc.constantFrom("insert", "remove", "comment", "replace", "blank line above"),
  at: fc.nat(9),
});

const textOf = (functions: Functions, blankLines: number): string =>
  "\n".repeat(blankLines) +
  NAMES.map((name) => `def ${name}():\n${functions[name].map((line) => `    ${line}\n`).join("")}\n`).join(
    "\n",
  );

/** The function without comments in a commit. */
function codeAt(repo: Repository, revision: string, name: Name): string {
  const text = repo.git("show", `${revision}:a.py`);
  const own = new RegExp(`^def ${name}\\(\\):\\n(?: {4}.*\\n)*`, "m").exec(text)?.[0] ?? "";
  return own.replaceAll(/^ +#.*\n/gm, "");
}

/** Commits that `git log -L` lists for the function's lines. */
function listedByGit(repo: Repository, name: Name): string[] {
  const lines = repo.git("show", "HEAD:a.py").split("\n");
  const start = lines.indexOf(`def ${name}():`) + 1;
  const end = start + lines.slice(start).findIndex((line) => !line.startsWith("    "));
  return repo
    .git("log", `-L${start},${end}:a.py`, "--no-patch", "--format=%H")
    .split("\n")
    .filter((line) => line !== "");
}

function applied(functions: Functions, { name, kind, at }: Edit, id: number): Functions {
  const lines = [...functions[name]];
  const place = at % (lines.length + 1);
  if (kind === "insert") lines.splice(place, 0, `statement_${id}()`);
  if (kind === "comment") lines.splice(place, 0, `# comment ${id}`);
  if (kind === "replace") lines.splice(place, 1, `replaced_${id}()`);
  if (kind === "remove" && lines.length > 2) lines.splice(place, 1);
  return { ...functions, [name]: lines };
}

it("lists exactly the commits that changed a token, among them all such commits of git log -L", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 7 }),
      fc.constantFrom(...NAMES),
      async (edits, name) => {
        using repo = new Repository();
        let functions = Object.fromEntries(
          NAMES.map((each) => [each, [1, 2, 3].map((line) => `first_${each}_${line}()`)]),
        ) as unknown as Functions;
        let blankLines = 0;
        repo.commit("made", { "a.py": textOf(functions, 0) });
        for (const [id, next] of edits.entries()) {
          functions = applied(functions, next, id);
          if (next.kind === "blank line above") blankLines++;
          repo.commit(`${id}`, { "a.py": textOf(functions, blankLines) });
        }
        const commits = repo.git("rev-list", "HEAD").trim().split("\n");
        const changed = commits.filter(
          (commit, at) =>
            at === commits.length - 1 || codeAt(repo, commit, name) !== codeAt(repo, `${commit}^`, name),
        );
        const { changes } = await repo.history("a.py", name);
        const found = changes.map(({ commit }) => commit);
        expect(found).toEqual(changed);
        // Git leaves out a line that was removed at the end of the function.
        expect(found).toEqual(
          expect.arrayContaining(listedByGit(repo, name).filter((commit) => changed.includes(commit))),
        );
      },
    ),
    { numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 15) },
  );
});
