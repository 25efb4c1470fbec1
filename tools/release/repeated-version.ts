/** Where the version is repeated outside of package.json. Pure. */

/** A three-part version, perhaps with a suffix such as `-beta.1`; a file's extension may follow. */
const VERSION = String.raw`\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?`;

/** Files that repeat the version, and what comes before it. */
export const VERSIONED_FILES: Readonly<Record<string, RegExp>> = {
  "packaging/server.json": /"version": "/,
  "packaging/docker/Dockerfile": /ARG VERSION=/,
  "packaging/docker/compose.yaml": /VERSION: |image: satori:/,
  "packaging/python/pyproject.toml": /^version = "/,
  "packaging/ci/action.yml": /satori-code@/,
  "packaging/ci/gitlab.yml": /satori-code@/,
  "integrations/github/action.yml": /satori-code@/,
  "integrations/gitlab/satori-impact.yml": /satori-code@/,
  "llms-install.md": /satori-code[-@]/,
  "docs/install.md": /satori-code[-@]/,
  "docs/getting-started.md": /satori-code[-@]/,
  "README.md": /satori-code[-@]/,
};

/**
 * The file's text with the given version.
 *
 * @throws if the text has no version: the file has changed, and the table has not
 */
export function withVersion(text: string, before: RegExp, version: string): string {
  const pattern = new RegExp(`(${before.source})${VERSION}`, "gm");
  if (!pattern.test(text)) throw new Error(`No version follows ${String(before)}`);
  return text.replace(pattern, `$1${version}`);
}
