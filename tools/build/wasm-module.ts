/**
 * The part of WebAssembly's binary format (https://webassembly.github.io/spec/core/binary/) that is needed to
 * change single functions.
 */

export interface Instruction {
  readonly op: number;
  /**
   * Its immediate operand: the offset of a memory access, the type of an indirect call; 0 if there is none.
   */
  readonly operand: number;
  readonly bytes: Uint8Array;
}

/** How an instruction changes the value stack. */
export interface Effect {
  readonly pops: number;
  readonly pushes: number;
  /** Whether it begins or ends a block. */
  readonly opens: boolean;
  readonly closes: boolean;
}

interface FunctionType {
  readonly params: number;
  readonly results: number;
}

const HEAD = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const SECTION = { types: 1, imports: 2, functions: 3, code: 10 } as const;
const FUNCTION_TYPE = 0x60;
const I32 = 0x7f;
const NO_RESULT = 0x40;
const WHICH_MEMORY = 64;

/** Numeric operators with two operands, as ranges of opcodes; all others have one. */
const BINARY: readonly (readonly [number, number])[] = [
  [0x46, 0x4f],
  [0x51, 0x66],
  [0x6a, 0x78],
  [0x7c, 0x8a],
  [0x92, 0x98],
  [0xa0, 0xa6],
];
const isBetween = (op: number, first: number, last: number): boolean => op >= first && op <= last;
const isLoad = (op: number): boolean => isBetween(op, 0x28, 0x35);
const isStore = (op: number): boolean => isBetween(op, 0x36, 0x3e);
const isOfNumbers = (op: number): boolean => isBetween(op, 0x45, 0xc4);

export class WasmModule {
  private readonly sections: readonly { readonly id: number; readonly bytes: Uint8Array }[];
  /** Locals and code of each function. */
  private readonly bodies: readonly Uint8Array[];
  private readonly types: readonly FunctionType[];
  /** Types of all functions, imported ones first. */
  private readonly typeOf: readonly number[];
  private readonly imported: number;

  constructor(wasm: Uint8Array) {
    const reader = new Reader(wasm, HEAD.length);
    const sections: { id: number; bytes: Uint8Array }[] = [];
    while (reader.at < wasm.length)
      sections.push({ id: reader.byte(), bytes: reader.take(reader.unsigned()) });
    this.sections = sections;
    const section = (id: number): Reader =>
      new Reader(sections.find((each) => each.id === id)?.bytes ?? Uint8Array.of(0));
    const [types, functions, code] = [
      section(SECTION.types),
      section(SECTION.functions),
      section(SECTION.code),
    ];
    this.types = types.list(() => {
      if (types.byte() !== FUNCTION_TYPE) throw new Error("A type of this module is none of a function");
      return {
        params: types.list(() => types.byte()).length,
        results: types.list(() => types.byte()).length,
      };
    });
    const imported = importedFunctions(section(SECTION.imports));
    this.imported = imported.length;
    this.typeOf = [...imported, ...functions.list(() => functions.unsigned())];
    this.bodies = code.list(() => code.take(code.unsigned()));
  }

  get functionCount(): number {
    return this.bodies.length;
  }

  /** Number of a function's parameters and locals. */
  localCount(at: number): number {
    return (
      (this.type(this.typeOf[this.imported + at])?.params ?? 0) +
      this.localsOf(at).groups.reduce((sum, { count }) => sum + count, 0)
    );
  }

  /** Instructions of a function. Null if one of them is not among those that C compilers generate. */
  instructionsOf(at: number): readonly Instruction[] | null {
    const reader = new Reader(this.bodies[at] as Uint8Array, this.localsOf(at).end);
    const instructions: Instruction[] = [];
    while (reader.at < reader.bytes.length) {
      const start = reader.at;
      const op = reader.byte();
      const operand = readOperand(reader, op);
      if (operand === null) return null;
      instructions.push({ op, operand, bytes: reader.bytes.subarray(start, reader.at) });
    }
    return instructions;
  }

  /** Null if unknown. */
  effectOf({ op, operand }: Instruction): Effect | null {
    const effect = (pops: number, pushes: number, block: Partial<Effect> = {}): Effect => ({
      pops,
      pushes,
      opens: false,
      closes: false,
      ...block,
    });
    switch (op) {
      case 0x02:
      case 0x03:
        return operand === NO_RESULT ? effect(0, 0, { opens: true }) : null;
      case 0x04:
        return operand === NO_RESULT ? effect(1, 0, { opens: true }) : null;
      case 0x05:
        return effect(0, 0, { closes: true, opens: true });
      case 0x0b:
        return effect(0, 0, { closes: true });
      case 0x00:
      case 0x01:
      case 0x0c:
      case 0x0f:
        return effect(0, 0);
      case 0x0d:
      case 0x0e:
      case 0x1a:
      case 0x21:
      case 0x24:
        return effect(1, 0);
      case 0x10: {
        const type = this.type(this.typeOf[operand]);
        return type ? effect(type.params, type.results) : null;
      }
      case 0x11: {
        const type = this.type(operand);
        return type ? effect(type.params + 1, type.results) : null;
      }
      case 0x1b:
        return effect(3, 1);
      case 0x20:
      case 0x23:
      case 0x41:
      case 0x42:
        return effect(0, 1);
      case 0x22:
        return effect(1, 1);
      default:
        if (isStore(op)) return effect(2, 0);
        if (isLoad(op)) return effect(1, 1);
        return isOfNumbers(op)
          ? effect(BINARY.some(([first, last]) => isBetween(op, first, last)) ? 2 : 1, 1)
          : null;
    }
  }

  /** A function's body with additional 32-bit locals and new code. */
  bodyWith(at: number, more: number, code: readonly Uint8Array[]): Uint8Array {
    const groups = [...this.localsOf(at).groups, { count: more, type: I32 }];
    return Buffer.concat([
      encodeUnsigned(groups.length),
      ...groups.flatMap(({ count, type }) => [encodeUnsigned(count), Uint8Array.of(type)]),
      ...code,
    ]);
  }

  /** The module with some function bodies replaced. */
  with(changed: ReadonlyMap<number, Uint8Array>): Uint8Array {
    const code = this.bodies
      .map((body, at) => changed.get(at) ?? body)
      .flatMap((body) => [encodeUnsigned(body.length), body]);
    const sections = this.sections.map(({ id, bytes }) => ({
      id,
      bytes: id === SECTION.code ? Buffer.concat([encodeUnsigned(this.bodies.length), ...code]) : bytes,
    }));
    return Buffer.concat([
      HEAD,
      ...sections.flatMap(({ id, bytes }) => [Uint8Array.of(id), encodeUnsigned(bytes.length), bytes]),
    ]);
  }

  private type(at: number | undefined): FunctionType | undefined {
    return this.types[at ?? -1];
  }

  private localsOf(at: number): {
    readonly groups: readonly { readonly count: number; readonly type: number }[];
    readonly end: number;
  } {
    const reader = new Reader(this.bodies[at] as Uint8Array);
    const groups = reader.list(() => ({ count: reader.unsigned(), type: reader.byte() }));
    return { groups, end: reader.at };
  }
}

/** Types of imported functions. */
function importedFunctions(reader: Reader): readonly number[] {
  return reader
    .list((): number[] => {
      for (const _ of ["module", "name"]) reader.take(reader.unsigned());
      const kind = reader.byte();
      if (kind === 0) return [reader.unsigned()];
      // For a table, the element type; for a global, its type and mutability.
      if (kind === 1) reader.byte();
      if (kind === 3) reader.take(2);
      else for (let limits = reader.byte() % 2; limits >= 0; limits--) reader.unsigned();
      return [];
    })
    .flat();
}

function readOperand(reader: Reader, op: number): number | null {
  switch (op) {
    case 0x02:
    case 0x03:
    case 0x04:
      return reader.byte();
    case 0x0c:
    case 0x0d:
    case 0x10:
    case 0x20:
    case 0x21:
    case 0x22:
    case 0x23:
    case 0x24:
      return reader.unsigned();
    case 0x0e:
      reader.list(() => reader.unsigned());
      return reader.unsigned();
    case 0x11: {
      const type = reader.unsigned();
      reader.unsigned();
      return type;
    }
    case 0x41:
    case 0x42:
      return reader.signed();
    case 0x00:
    case 0x01:
    case 0x05:
    case 0x0b:
    case 0x0f:
    case 0x1a:
    case 0x1b:
      return 0;
    default:
      if (!isLoad(op) && !isStore(op)) return isOfNumbers(op) ? 0 : null;
      // The alignment comes first, then the index of the memory if there are several.
      return reader.unsigned() < WHICH_MEMORY ? reader.unsigned() : null;
  }
}

class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }
  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  /** A signed number; only its lowest 32 bits. */
  signed(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 127) << shift;
      if (byte < 128) return shift < 25 && (byte & 64) !== 0 ? value | (-1 << (shift + 7)) : value;
    }
  }
  take(count: number): Uint8Array {
    return this.bytes.subarray(this.at, (this.at += count));
  }
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.unsigned() }, read);
  }
}

export function encodeUnsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}
