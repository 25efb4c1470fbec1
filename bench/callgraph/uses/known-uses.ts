/** A compiler's resolution of each name of a project. */

export interface KnownUses {
  /** `file@start` of each name that the compiler knows. */
  readonly known: ReadonlySet<string>;
  /** By `file:line:name` of a declaration, the uses of it as `file@start`, without the declaration itself. */
  readonly byDeclaration: ReadonlyMap<string, ReadonlySet<string>>;
  /** Declarations that the compiler has read. Null if it reads all; others omit what the build excludes. */
  readonly declared: ReadonlySet<string> | null;
}

/** A name, and its meaning. */
export interface KnownUse {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** In UTF-16 units. */
  readonly start: number;
  /**
   * `file:line:name` of all declarations that it may mean, lines from 1; empty if they are outside of the
   * project, or if the name itself is the declaration.
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
 * Parses a program's output in JSON lines: one per name, and `{ declared }` for each declaration if the
 * program does not read all.
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

/** The same in the format of the programs. */
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
