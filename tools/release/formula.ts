/** The Homebrew formula of a published package. Pure. */

export interface PublishedPackage {
  /** Where the registry has the package. */
  readonly url: string;
  /** Of the package, in lower-case hexadecimal digits. */
  readonly sha256: string;
}

/**
 * The formula, from its template.
 *
 * @param template contents of `packaging/homebrew/satori.rb`
 * @throws if the address is not a version of the package over HTTPS, or the template has other blanks
 */
export function formulaOf(template: string, { url, sha256 }: PublishedPackage): string {
  // Homebrew reads the version from the address, which also keeps out what would end the string.
  if (!/^https:\/\/[\w./@-]+\/satori-code-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/.test(url))
    throw new Error(`${url} is not the address of a package: https://…/satori-code-VERSION.tgz`);
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`${sha256} is not a SHA-256 digest`);
  const [, ...lines] = template.split("\n");
  const formula = lines.join("\n").replace("@URL@", url).replace("@SHA256@", sha256);
  const blank = /@[A-Z0-9]+@/.exec(formula)?.[0];
  if (blank !== undefined) throw new Error(`Nothing is known to fill in for ${blank}`);
  return formula;
}
