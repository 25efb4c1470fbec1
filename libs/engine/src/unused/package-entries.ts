/** Which symbols other codebases can use, because a package or library offers them. */
import type { LifeEvidence } from "@satori/contracts";
import { type SymbolFact, codeOnly, languageById, publicSymbols, visibilityRuleOf } from "@satori/sidecar";
import type { IndexedContent, Snapshot } from "../store/store.ts";
import { EcmaPackages } from "./ecma-packages.ts";

/** A test for the symbols of one file. */
export type ExportTest = (symbol: SymbolFact) => LifeEvidence | null;

/** Answers for the files of a snapshot whether packages export their symbols. */
export class PackageEntries {
  private constructor(
    private readonly snapshot: Snapshot,
    private readonly ecma: EcmaPackages,
    private readonly check: () => void,
  ) {}

  static async open(snapshot: Snapshot, check: () => void): Promise<PackageEntries> {
    return new PackageEntries(snapshot, await EcmaPackages.open(snapshot, check), check);
  }

  /** Reads the visibility of the symbols of a file. */
  exportsOf(file: number, content: IndexedContent): ExportTest {
    const { paths, languages } = this.snapshot.files;
    const path = paths[file] as string;
    const language = languages[file] ?? "text";
    const rule = visibilityRuleOf(language);
    const lexis = languageById(language)?.lexicalRules;
    const { text, symbols } = content;
    const code = lexis ? codeOnly(text, lexis, this.check) : text;
    const visible = rule
      ? publicSymbols(rule, { path, text, code, symbols, imports: [], companions: new Map() })
      : symbols.map(() => true);
    const isVisible = new Map(symbols.map((symbol, at) => [symbol.id, visible[at] === true]));
    const offered = this.offerOf(file, language);
    return (symbol) =>
      offered !== null && isVisible.get(symbol.id) === true
        ? { reason: "exported", detail: offered, file: path, line: symbol.nameLine }
        : null;
  }

  /** How a file's visible symbols reach other codebases; null if they do not. */
  private offerOf(file: number, language: string): string | null {
    const path = this.snapshot.files.paths[file] as string;
    const ofEcma = this.ecma.offerOf(path, language);
    if (ofEcma !== undefined) return ofEcma;
    if (PROGRAM_PACKAGES.test(this.snapshot.calls.flow(file)?.package ?? "")) return null;
    const manifest = this.manifestOf(path);
    if (manifest === undefined && ONLY_BY_MANIFEST.test(path)) return null;
    return manifest === undefined
      ? "It is public, and no manifest says who uses the package."
      : manifest === null
        ? null
        : `It is public in the package of ${manifest}.`;
  }

  /** The nearest manifest of a library; null if the nearest one is of a program, undefined without any. */
  private manifestOf(path: string): string | null | undefined {
    for (let folder = path; folder !== "";) {
      folder = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
      for (const name of MANIFESTS) {
        const manifest = folder === "" ? name : `${folder}/${name}`;
        if (this.snapshot.fileAt(manifest) !== -1) return manifest;
      }
    }
    return undefined;
  }
}

/** Packages that no other code can import: Go's programs. */
const PROGRAM_PACKAGES = /^main$/;
/** Code that others install by a manifest; without one, it is a program. */
const ONLY_BY_MANIFEST = /\.pyi?$/;
const MANIFESTS = [
  "go.mod",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "Package.swift",
  "pubspec.yaml",
  "mix.exs",
];
