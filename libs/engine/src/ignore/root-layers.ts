/** Collects the rules that apply in the root folder of a codebase, from all layers. */
import { join, relative } from "node:path";
import { DEFAULT_PATTERNS } from "./defaults.ts";
import { type ControlFileReader, UNKNOWN } from "./control-files.ts";
import { type LayeredRules, ruleSets, withStronger } from "./directory-scope.ts";
import type { GitLocations } from "./git/locations.ts";
import { workTreesBelow } from "./git/work-trees.ts";
import { literalPattern } from "./path-matcher.ts";
import { type Base, type RuleLoader, baseBelow, slashed } from "./rule-loader.ts";
import { RuleSet } from "./rule-set.ts";
import { type RuleLayer, type RuleSource, parseRules, toByteString } from "./rule.ts";

export interface RootLayersOptions {
  /** Absolute path of the codebase's folder. */
  readonly root: string;
  readonly ownPatterns?: readonly string[];
  readonly defaultPatterns?: readonly string[];
}

/** A folder whose control files apply in the root: the root itself, or one above it in the same work tree. */
interface Level {
  /** Absolute. */
  readonly folder: string;
  readonly base: Base;
}

const ROOT_BASE = baseBelow("");

/**
 * Reads the control files around and in the root. Control files below it are read when their scopes are
 * entered.
 */
export function loadRootLayers(
  options: RootLayersOptions,
  places: GitLocations,
  loader: RuleLoader,
  reader: ControlFileReader,
): LayeredRules {
  const levels = levelsDownTo(options.root, places.topLevel ?? options.root);
  // Git treats the excludes of the repository and of the user as relative to the top level.
  const topBase = levels[0]?.base ?? ROOT_BASE;
  const { commonDir, excludesFile } = places;
  const workTrees = commonDir === null ? [] : workTreesBelow(options.root, commonDir, reader);
  const outsideTree = [
    commonDir === null ? null : loader.load(join(commonDir, "info", "exclude"), "info_exclude", topBase),
    excludesFile === null ? null : loader.load(excludesFile, "global", topBase),
  ];
  let layers: LayeredRules = {
    own: listedRules("own", options.ownPatterns ?? []),
    satoriignore: [],
    gitignore: [],
    below: [
      ...ruleSets(outsideTree),
      ...listedRules(
        "work_tree",
        workTrees.map((tree) => `/${literalPattern(tree)}/`),
      ),
      ...listedRules("default", options.defaultPatterns ?? DEFAULT_PATTERNS),
    ],
    isKnown: !outsideTree.includes(UNKNOWN),
  };
  for (const { folder, base } of levels) {
    layers = withStronger(layers, {
      gitignore: loader.load(join(folder, ".gitignore"), "gitignore", base),
      satoriignore: loader.load(join(folder, ".satoriignore"), "satoriignore", base),
    });
  }
  return layers;
}

/** The folders from the top level down to the root. */
function levelsDownTo(root: string, topLevel: string): Level[] {
  const parts = slashed(relative(topLevel, root))
    .split("/")
    .filter((part) => part !== "");
  const above = parts.map((_, depth): Level => {
    const below = parts.slice(depth);
    const prefix = toByteString(`${below.join("/")}/`);
    return {
      folder: join(topLevel, ...parts.slice(0, depth)),
      base: { name: below.map(() => "..").join("/"), relativize: (path) => prefix + path },
    };
  });
  return [...above, { folder: root, base: ROOT_BASE }];
}

/** Cached by list: every search opens a policy, with the same defaults each time. */
const compiled = new WeakMap<readonly string[], RuleSet[]>();

type ListedLayer = Extract<RuleLayer, "own" | "default" | "work_tree">;

function listedRules(kind: ListedLayer, patterns: readonly string[]): RuleSet[] {
  const known = kind === "default" ? compiled.get(patterns) : undefined;
  if (known) return known;
  const sets = patterns.length === 0 ? [] : [compile(kind, patterns)];
  if (kind === "default") compiled.set(patterns, sets);
  return sets;
}

function compile(kind: ListedLayer, patterns: readonly string[]): RuleSet {
  const source: RuleSource = { kind, file: null, base: "" };
  const rules = patterns.flatMap((pattern, index) =>
    parseRules(pattern, source).map((rule) => ({ ...rule, line: index + 1 })),
  );
  return new RuleSet(rules, ROOT_BASE.relativize);
}
