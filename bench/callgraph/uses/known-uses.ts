/** What a compiler says that each name of a project means. */

export interface KnownUses {
  /** `file@start` of each name that the compiler knows. */
  readonly known: ReadonlySet<string>;
  /**
   * By `file:line:name` of a declaration, the places that mean it, but for the declaration itself; as
   * `file@start`.
   */
  readonly byDeclaration: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Declarations that the compiler has read; null where it reads them all, while others leave out what a
   * build does.
   */
  readonly declared: ReadonlySet<string> | null;
}

/** A name, and what it means. */
export interface KnownUse {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** In UTF-16 units. */
  readonly start: number;
  /**
   * `file:line:name` of all declarations that it may mean, lines from 1; empty where those lie outside of the
   * project, or here.
   */
  readonly declarations: readonly string[];
}

export class UsesTable implements KnownUses {
  readonly known = new Set<string>();
  readonly byDeclaration = new Map<string, Set<string>>();
  declared: Set<string> | null = null;

  add({ file, start, declarations }: KnownUse): void {
    const place = `${file}@${start}`;
    this.known.add(place);
    for (const declaration of declarations) {
      const places = this.byDeclaration.get(declaration) ?? new Set();
      this.byDeclaration.set(declaration, places.add(place));
    }
  }
}

/**
 * What a program prints as JSON lines, one for each name; `{ declared }` for each declaration, if it does not
 * read them all.
 */
export function usesPrinted(lines: string): KnownUses {
  const uses = new UsesTable();
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    const entry = JSON.parse(line) as KnownUse | { readonly declared: string };
    if ("declared" in entry) uses.declared = (uses.declared ?? new Set()).add(entry.declared);
    else uses.add(entry);
  }
  return uses;
}

/** As a program prints them. */
export function usesLines({ known, byDeclaration, declared }: KnownUses): string {
  const declarations = new Map<string, string[]>([...known].map((place) => [place, []]));
  for (const [declaration, places] of byDeclaration)
    for (const place of places) declarations.get(place)?.push(declaration);
  const uses = [...declarations].map(([place, meant]): KnownUse => {
    const at = place.lastIndexOf("@");
    return { file: place.slice(0, at), start: Number(place.slice(at + 1)), declarations: meant };
  });
  return [...[...(declared ?? [])].map((declaration) => ({ declared: declaration })), ...uses]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("");
}
