// Module boundaries only; everything else is oxlint's (see .oxlintrc.json). Run through nx (`npm run lint`): without a
// project graph the rule would say nothing.
import nx from "@nx/eslint-plugin";
import tseslint from "typescript-eslint";

/** What each kind of package may import. */
const depConstraints = [
  { sourceTag: "scope:contracts", onlyDependOnLibsWithTags: [] },
  { sourceTag: "scope:sidecar", onlyDependOnLibsWithTags: ["scope:contracts"] },
  { sourceTag: "scope:engine", onlyDependOnLibsWithTags: ["scope:contracts", "scope:sidecar"] },
  { sourceTag: "scope:app", onlyDependOnLibsWithTags: ["scope:contracts", "scope:engine"] },
];

/** Inside the engine: folders that must not see each other. */
const engineFolders = [
  { from: "search", forbidden: ["sync", "freshness"] },
  { from: "sync", forbidden: ["search"] },
  { from: "store", forbidden: ["search", "sync", "codebase", "files", "graph", "embed"] },
  { from: "embed", forbidden: ["search", "sync", "store", "codebase", "files", "graph"] },
  { from: "ignore", forbidden: ["search", "sync", "store", "codebase", "files", "graph", "embed"] },
  { from: "model", forbidden: ["search", "sync", "store", "codebase", "files", "graph", "embed", "ignore"] },
  { from: "lexical", forbidden: ["search", "sync", "store", "codebase", "files", "graph", "embed", "ignore"] },
];

export default [
  { ignores: ["**/dist/**", "**/generated/**", "**/node_modules/**"] },
  {
    files: ["libs/*/src/**/*.ts", "apps/*/src/**/*.ts"],
    plugins: { "@nx": nx },
    languageOptions: { parser: tseslint.parser },
    rules: { "@nx/enforce-module-boundaries": ["error", { allow: [], enforceBuildableLibDependency: false, checkDynamicDependenciesExceptions: [".*"], depConstraints }] },
  },
  ...engineFolders.map(({ from, forbidden }) => ({
    files: [`libs/engine/src/${from}/**/*.ts`],
    ignores: ["**/*.test.ts", "**/*.suite.ts"],
    languageOptions: { parser: tseslint.parser },
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group: forbidden.map((folder) => `**/../${folder}/**`), message: `${from}/ must not see this folder (see ARCHITECTURE.md)` }] }],
    },
  })),
];
