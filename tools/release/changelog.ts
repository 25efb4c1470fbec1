/** Reads and dates the changelog. Pure. */

const headingOf = (version: string): string => `## [Unreleased] ${version}`;

/**
 * What the changelog says of a version, without its heading.
 *
 * @throws if it says nothing
 */
export function releaseNotes(changelog: string, version: string): string {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line === headingOf(version) || line.startsWith(`## [${version}]`));
  const rest = start === -1 ? [] : lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  const notes = (end === -1 ? rest : rest.slice(0, end)).join("\n").trim();
  if (notes === "") throw new Error(`CHANGELOG.md has no "${headingOf(version)}" with text below it`);
  return `${notes}\n`;
}

/** The changelog in which the version is released. @param date YYYY-MM-DD */
export function datedChangelog(changelog: string, version: string, date: string): string {
  return changelog
    .split("\n")
    .map((line) => (line === headingOf(version) ? `## [${version}] - ${date}` : line))
    .join("\n");
}
