/** Finds the file formats that a question names. Files of those formats are not set back. Pure. */
import { nameOf } from "../../model/paths.ts";
import { wordsOf } from "../../lexical/tokens.ts";

/**
 * Names of formats that differ from their file extensions, with the extensions. A template may be in any of
 * several formats.
 */
const ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    dockerfile: ["dockerfile"],
    handlebars: ["hbs"],
    html: ["html", "htm"],
    jinja: ["jinja", "jinja2", "j2"],
    latex: ["tex", "latex"],
    makefile: ["makefile", "mk"],
    markdown: ["md", "markdown"],
    notebook: ["ipynb"],
    stylesheet: ["css", "scss", "sass", "less"],
    terraform: ["tf"],
    yaml: ["yaml", "yml"],
    yml: ["yaml", "yml"],
    template: [
      "ejs",
      "erb",
      "haml",
      "hbs",
      "html",
      "j2",
      "jinja",
      "mustache",
      "stub",
      "template",
      "tmpl",
      "tpl",
      "tt",
      "twig",
    ],
  }),
);
/** Formats named like their extension that are not words of prose; `in`, `lock` and `properties` would be. */
const NAMES: ReadonlySet<string> = new Set([
  "css",
  "csv",
  "eex",
  "ejs",
  "erb",
  "graphql",
  "haml",
  "heex",
  "hbs",
  "htm",
  "ini",
  "json",
  "mustache",
  "proto",
  "sass",
  "scss",
  "sql",
  "stub",
  "svg",
  "tex",
  "toml",
  "twig",
  "xml",
]);

/** Extensions, in lower case, of the formats that a question names. */
export function formatsNamed(question: string): ReadonlySet<string> {
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return new Set(
    words
      .flatMap((word) => [word, word.replace(/s$/, "")])
      .flatMap((word) => ENDINGS.get(word) ?? (NAMES.has(word) ? [word] : [])),
  );
}

/**
 * Whether a file has one of the formats, by an extension or by its whole name (`Dockerfile`). `puma.rb.tt`
 * has two extensions.
 */
export function isOfFormat(path: string, formats: ReadonlySet<string>): boolean {
  if (formats.size === 0) return false;
  const [name = "", ...endings] = nameOf(path).toLowerCase().split(".");
  return formats.has(name) || endings.some((ending) => formats.has(ending));
}
