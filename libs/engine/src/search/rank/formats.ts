/** Which formats a question names: files of those are no odds and ends to it. Pure. */
import { nameOf } from "../../model/paths.ts";
import { wordsOf } from "../../lexical/tokens.ts";

/**
 * What formats are called, where that is not what their files end with, and what these end with; a format of
 * several words stands once for each.
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
/**
 * Formats that are called what their files end with, and no word of a sentence: `in`, `lock` and `properties`
 * are none.
 */
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

/** What files end with, in small letters, of the formats that a question names. */
export function formatsNamed(question: string): ReadonlySet<string> {
  const words = wordsOf(question).map((word) => word.toLowerCase());
  return new Set(
    words
      .flatMap((word) => [word, word.replace(/s$/, "")])
      .flatMap((word) => ENDINGS.get(word) ?? (NAMES.has(word) ? [word] : [])),
  );
}

/**
 * Whether a file is of one of the formats, by what its name ends with, or all of it (`Dockerfile`):
 * `puma.rb.tt` ends with both.
 */
export function isOfFormat(path: string, formats: ReadonlySet<string>): boolean {
  if (formats.size === 0) return false;
  const [name = "", ...endings] = nameOf(path).toLowerCase().split(".");
  return formats.has(name) || endings.some((ending) => formats.has(ending));
}
