/** The state of a walk through C or C++, in addition to the text and the facts. */
import type { TextRange } from "../../../facts.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

/** A part of the text that the parser does not see. */
export interface HiddenPart extends TextRange {
  /** Of its beginning. */
  readonly line: number;
  isRead: boolean;
}

/** A name in parts, those that stand for an argument by their number. */
export type PastedName = readonly (string | number)[];

export class CReading extends Reading {
  /** Whether the text is C++. In C, names of structs are separate from other names. */
  isCpp = false;
  /** Expressions of types that are smart pointers of the library. */
  readonly smartPointers = new Set<ExprId>();
  /** Pasted names that each macro of the file calls, keyed by macro. */
  readonly pasted = new Map<string, readonly PastedName[]>();
  /** Sorted by start. */
  hidden: readonly HiddenPart[] = [];
  /** Parameters of the current template, types or not, for the class or function inside. */
  private template: readonly string[] = [];
  private outside = 0;
  /** Names of the enclosing classes, with those of their bases. */
  private readonly classes: { readonly name: string; readonly bases: ReadonlySet<string> }[] = [];

  withTemplate(parameters: readonly string[], read: () => void): void {
    this.template = [...this.template, ...parameters];
    read();
    this.template = [];
  }

  /** Binds the template parameters in the scope that was just opened. */
  takeTemplate(): ReadonlySet<string> {
    const parameters = new Set(this.template);
    this.template = [];
    // Bound as generic types without arguments, which marks them as type parameters.
    for (const name of parameters) this.flow.bind(name, this.flow.generic(this.flow.unknown(), []));
    return parameters;
  }

  withinClass(name: string, bases: ReadonlySet<string>, read: () => void): void {
    this.classes.push({ name, bases });
    read();
    this.classes.pop();
  }

  /** Reads a method. @param isOutside whether it is outside its class */
  withinMethodOf(isOutside: boolean, read: () => void): void {
    this.outside += isOutside ? 1 : 0;
    read();
    this.outside -= isOutside ? 1 : 0;
  }

  /** Whether a name that no function declares may be a member of the enclosing class. */
  mayBeMember(name: string): boolean {
    return (this.classes.length > 0 || this.outside > 0) && !this.locals.isOfFile(name);
  }

  get className(): string | null {
    return this.classes.at(-1)?.name ?? null;
  }

  /** Whether a name is that of the enclosing class or of one of its bases. */
  isOwnOrBase(name: string): boolean {
    const around = this.classes.at(-1);
    return around !== undefined && (around.name === name || around.bases.has(name));
  }
}
