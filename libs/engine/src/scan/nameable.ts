/**
 * Which names in a folder an index can contain: index paths are normalized to NFC, and each belongs to one
 * file. Pure.
 */

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Returns a test for the names of a folder. A name fails if it is not UTF-8, or if its NFC form belongs to
 * another entry. Of several names with the same NFC form, the one that is already in NFC owns it, otherwise
 * the first one.
 *
 * @param names all names in the folder; called once, for the first name that is not in NFC
 */
export function nameableAmong(names: () => Iterable<string>): (name: string) => boolean {
  let owners: ReadonlyMap<string, string> | undefined;
  return (name) => {
    if (!NOT_ASCII.test(name)) return true;
    if (name.includes("\u{fffd}")) return false;
    const composed = name.normalize("NFC");
    return name === composed || ((owners ??= ownersOf(names())).get(composed) ?? name) === name;
  };
}

/** Owner by NFC form, for names that are not ASCII. */
function ownersOf(names: Iterable<string>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const name of names) {
    if (!NOT_ASCII.test(name)) continue;
    const composed = name.normalize("NFC");
    const owner = owners.get(composed);
    if (owner === undefined || name === composed || (owner !== composed && name < owner))
      owners.set(composed, name);
  }
  return owners;
}
