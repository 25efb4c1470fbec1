// Module boundaries only; everything else is oxlint's (see .oxlintrc.json). Run through nx (`npm run lint`):
// without a project graph the rule would say nothing.
import nx from "@nx/eslint-plugin";
import tseslint from "typescript-eslint";

const IMPORTING = /\b(?:from|import|require)\b\s*[("'`][^\n]*/g;

/**
 * The parser of TypeScript, given a file as far as it imports: the rules below look at nothing else, and
 * reading all of a file takes most of their time. What is no whole program when it is cut there, as behind an
 * import within a function, is read as it stands.
 */
const parser = {
  ...tseslint.parser,
  parseForESLint(text, options) {
    const last = [...text.matchAll(IMPORTING)].at(-1);
    try {
      return tseslint.parser.parseForESLint(
        text.slice(0, last === undefined ? 0 : last.index + last[0].length),
        options,
      );
    } catch {
      return tseslint.parser.parseForESLint(text, options);
    }
  },
};

/** What each kind of package may import. */
const depConstraints = [
  { sourceTag: "scope:contracts", onlyDependOnLibsWithTags: [] },
  { sourceTag: "scope:sidecar", onlyDependOnLibsWithTags: ["scope:contracts"] },
  { sourceTag: "scope:engine", onlyDependOnLibsWithTags: ["scope:contracts", "scope:sidecar"] },
  { sourceTag: "scope:render", onlyDependOnLibsWithTags: ["scope:contracts"] },
  { sourceTag: "scope:client", onlyDependOnLibsWithTags: ["scope:contracts"] },
  { sourceTag: "scope:bridge", onlyDependOnLibsWithTags: ["scope:contracts", "scope:client"] },
  { sourceTag: "scope:console", onlyDependOnLibsWithTags: ["scope:contracts", "scope:client"] },
  {
    sourceTag: "scope:app",
    onlyDependOnLibsWithTags: ["scope:contracts", "scope:engine", "scope:client", "scope:render"],
  },
];

/** Inside the engine: folders that must not see each other. */
const indexing = ["sync", "scan", "prepare", "freshness"];
const engineFolders = [
  { from: "search", forbidden: indexing },
  { from: "sync", forbidden: ["search", "rerank"] },
  { from: "freshness", forbidden: ["search", "rerank"] },
  { from: "scan", forbidden: ["search", "sync", "prepare", "freshness", "store", "embed", "graph"] },
  {
    from: "prepare",
    forbidden: ["search", "sync", "scan", "freshness", "store", "embed", "codebase", "graph"],
  },
  { from: "store", forbidden: ["search", ...indexing, "codebase", "files", "graph", "embed"] },
  { from: "embed", forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "rerank"] },
  {
    from: "rerank",
    forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "embed", "ignore"],
  },
  {
    from: "http",
    forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "embed", "rerank", "ignore"],
  },
  { from: "workspace", forbidden: ["search", "sync", "prepare", "freshness", "embed", "rerank", "graph"] },
  { from: "ignore", forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "embed"] },
  {
    from: "model",
    forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "embed", "ignore"],
  },
  {
    from: "lexical",
    forbidden: ["search", ...indexing, "store", "codebase", "files", "graph", "embed", "ignore"],
  },
];

export default [
  { ignores: ["**/dist/**", "**/generated/**", "**/node_modules/**"] },
  {
    files: ["libs/*/src/**/*.ts", "clients/*/src/**/*.ts", "apps/*/src/**/*.{ts,tsx}"],
    plugins: { "@nx": nx },
    languageOptions: { parser },
    rules: {
      "@nx/enforce-module-boundaries": [
        "error",
        {
          allow: [],
          enforceBuildableLibDependency: false,
          checkDynamicDependenciesExceptions: [".*"],
          depConstraints,
        },
      ],
    },
  },
  ...engineFolders.map(({ from, forbidden }) => ({
    files: [`libs/engine/src/${from}/**/*.ts`],
    ignores: ["**/*.test.ts", "**/*.suite.ts"],
    languageOptions: { parser },
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: forbidden.map((folder) => `**/../${folder}/**`),
              message: `${from}/ must not see this folder (see ARCHITECTURE.md)`,
            },
          ],
        },
      ],
    },
  })),
];
