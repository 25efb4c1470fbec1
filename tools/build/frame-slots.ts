/**
 * Generated lexers with more than 300 states disable optimization in their compiler. Each variable is then a
 * slot of a stack frame in memory, and V8 does not optimize memory accesses away. This rewrite moves the
 * slots into locals, without changing what the functions do. Parsing becomes faster (Swift takes a third of
 * the time), and V8 optimizes the largest of these functions, of 400 KB, in one second instead of 4 to 8.
 */
import { type Instruction, WasmModule, encodeUnsigned } from "./wasm-module.ts";

/** A function with fewer accesses to its frame is no such lexer. */
const MIN_ACCESSES = 500;

const OP = {
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32And: 0x71,
  extend8: 0xc0,
  extend16: 0xc1,
} as const;
/** Bytes that a load reads from a slot, and the instruction that widens them to a number. */
const LOADS: ReadonlyMap<number, { readonly bytes: number; readonly widen?: number }> = new Map([
  [0x28, { bytes: 4 }],
  [0x2c, { bytes: 1, widen: OP.extend8 }],
  [0x2d, { bytes: 1 }],
  [0x2e, { bytes: 2, widen: OP.extend16 }],
  [0x2f, { bytes: 2 }],
]);
const STORES: ReadonlyMap<number, number> = new Map([
  [0x36, 4],
  [0x3a, 1],
  [0x3b, 2],
]);
/** Instructions that truncate a number to the size of a slot: `& 255`, `& 65535`, with signed constants. */
const NARROWED: ReadonlyMap<number, readonly number[]> = new Map([
  [1, [OP.i32Const, 0xff, 0x01, OP.i32And]],
  [2, [OP.i32Const, 0xff, 0xff, 0x03, OP.i32And]],
  [4, []],
]);

/** An access to a slot: positions of the instruction that computes the address, and of the access itself. */
interface Access {
  readonly address: number;
  readonly at: number;
  readonly offset: number;
  readonly bytes: number;
}

/** The module with the frames of its large lexers moved into locals; the same module if it has none. */
export function moveSlotsIntoLocals(wasm: Uint8Array, minAccesses = MIN_ACCESSES): Uint8Array {
  const module = new WasmModule(wasm);
  const changed = new Map<number, Uint8Array>();
  for (let at = 0; at < module.functionCount; at++) {
    const instructions = module.instructionsOf(at);
    const accesses = instructions && accessesOf(instructions, module);
    if (accesses && accesses.length >= minAccesses)
      changed.set(at, rewritten(module, at, instructions, accesses));
  }
  return changed.size === 0 ? wasm : module.with(changed);
}

/**
 * Accesses of a function's frame. Null if the function has no frame, if it uses the frame's address for
 * anything but slots, or if slots overlap.
 */
function accessesOf(instructions: readonly Instruction[], module: WasmModule): readonly Access[] | null {
  // A function reserves its frame by subtracting a constant from the stack pointer. It keeps the result in a
  // local and makes it the new stack pointer.
  const [top, size, below, base, taken] = instructions;
  if (
    top?.op !== OP.globalGet ||
    size?.op !== OP.i32Const ||
    below?.op !== OP.i32Sub ||
    base?.op !== OP.localTee ||
    !isGlobal(taken, OP.globalSet, top)
  )
    return null;
  const isBase = (at: number | undefined): boolean =>
    instructions[at ?? -1]?.op === OP.localGet && instructions[at ?? -1]?.operand === base.operand;
  const accesses: Access[] = [];
  /**
   * For each value on the stack, the instruction that produced it. `heights` has the stack's height at the
   * start of each open block.
   */
  const stack: number[] = [];
  const heights: number[] = [];
  for (const [at, instruction] of instructions.entries()) {
    const { op, operand } = instruction;
    const effect = module.effectOf(instruction);
    if (!effect || (at > 3 && (op === OP.localSet || op === OP.localTee) && operand === base.operand))
      return null;
    // A function that reads the stack pointer again knows the frame's address as well.
    if (at > 0 && isGlobal(instruction, OP.globalGet, top)) return null;
    const floor = heights.at(-1) ?? 0;
    if (effect.closes) stack.length = heights.pop() ?? 0;
    // After a jump, unreachable code may pop values that nothing pushed. They are not those below the block.
    const values = Array.from({ length: effect.pops }, () =>
      stack.length > floor ? (stack.pop() as number) : -1,
    ).reverse();
    const bytes = LOADS.get(op)?.bytes ?? STORES.get(op);
    if (bytes !== undefined && isBase(values[0]) && !isBase(values[1]))
      accesses.push({ address: values[0] as number, at, offset: operand, bytes });
    else if (
      values.some(isBase) &&
      !(
        op === OP.i32Add &&
        isBase(values[0]) &&
        isSame(instructions[values[1] as number], size) &&
        isGlobal(instructions[at + 1], OP.globalSet, top)
      )
    )
      return null;
    if (effect.opens) heights.push(stack.length);
    for (let pushed = 0; pushed < effect.pushes; pushed++) stack.push(at);
  }
  return isDisjoint(accesses, size.operand) ? accesses : null;
}

function isGlobal(instruction: Instruction | undefined, op: number, { operand }: Instruction): boolean {
  return instruction?.op === op && instruction.operand === operand;
}

/** At its end, a function adds the size of its frame to the stack pointer again. */
function isSame(left: Instruction | undefined, right: Instruction): boolean {
  return left?.op === right.op && left.operand === right.operand;
}

/** Whether slots neither overlap each other nor exceed the frame. */
function isDisjoint(accesses: readonly Access[], sizeBytes: number): boolean {
  const widths = new Map<number, number>();
  for (const { offset, bytes } of accesses) {
    if ((widths.get(offset) ?? bytes) !== bytes) return false;
    widths.set(offset, bytes);
  }
  const slots = [...widths].sort(([left], [right]) => left - right);
  return slots.every(([offset, bytes], at) => offset + bytes <= (slots[at + 1]?.[0] ?? sizeBytes));
}

function rewritten(
  module: WasmModule,
  at: number,
  instructions: readonly Instruction[],
  accesses: readonly Access[],
): Uint8Array {
  const offsets = [...new Set(accesses.map(({ offset }) => offset))];
  const localOf = new Map(
    offsets.map((offset, slot) => [offset, encodeUnsigned(module.localCount(at) + slot)]),
  );
  const code: Uint8Array[] = instructions.map(({ bytes }) => bytes);
  for (const access of accesses) {
    const load = LOADS.get((instructions[access.at] as Instruction).op);
    const local = localOf.get(access.offset) as Uint8Array;
    code[access.address] = new Uint8Array();
    code[access.at] = load
      ? Uint8Array.of(OP.localGet, ...local, ...(load.widen === undefined ? [] : [load.widen]))
      : Uint8Array.of(...(NARROWED.get(access.bytes) ?? []), OP.localSet, ...local);
  }
  return module.bodyWith(at, offsets.length, code);
}
