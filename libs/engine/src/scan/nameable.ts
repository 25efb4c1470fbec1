/**
 * Which of the names in a folder an index can have: its paths are composed (NFC), and each is one file's.
 * Pure.
 */

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Tells whether a name of a folder can be one of the index: not if it is no UTF-8, nor if it is another one's
 * once composed. Of those that become the same the composed one has it, else the first.
 *
 * @param names all that are in the folder; asked for once, when the first name comes that is not composed
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

/** By composed name, of the names that are not ASCII. */
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
