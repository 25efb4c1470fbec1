/** What goes with a walk through C or C++ besides the text and the facts. */
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
  /** Whether the text is C++; in C the names of structs are apart from other names. */
  isCpp = false;
  /** Types that were read as one of the library's pointers. */
  readonly smartPointers = new Set<ExprId>();
  /** Of macros of the file that were read: the names that their text puts together and calls. */
  readonly pasted = new Map<string, readonly PastedName[]>();
  /** By start. */
  hidden: readonly HiddenPart[] = [];
  /** Parameters of the template that is being read, types or not, for the class or function inside. */
  private template: readonly string[] = [];
  private outside = 0;
  /** Names of the classes around, with those of their bases. */
  private readonly classes: { readonly name: string; readonly bases: ReadonlySet<string> }[] = [];

  withTemplate(parameters: readonly string[], read: () => void): void {
    this.template = [...this.template, ...parameters];
    read();
    this.template = [];
  }

  /** Gives them to the scope that has just been opened. */
  takeTemplate(): ReadonlySet<string> {
    const parameters = new Set(this.template);
    this.template = [];
    // As generic types without arguments: so they are known to be type parameters.
    for (const name of parameters) this.flow.bind(name, this.flow.generic(this.flow.unknown(), []));
    return parameters;
  }

  withinClass(name: string, bases: ReadonlySet<string>, read: () => void): void {
    this.classes.push({ name, bases });
    read();
    this.classes.pop();
  }

  /** Reads a method that stands outside of its class. */
  withinMethodOf(isOutside: boolean, read: () => void): void {
    this.outside += isOutside ? 1 : 0;
    read();
    this.outside -= isOutside ? 1 : 0;
  }

  /** Whether a name that no function declares may be one of a class around. */
  mayBeMember(name: string): boolean {
    return (this.classes.length > 0 || this.outside > 0) && !this.locals.isOfFile(name);
  }

  get className(): string | null {
    return this.classes.at(-1)?.name ?? null;
  }

  /** Whether a class of that name is the one around or one that it is derived from. */
  isOwnOrBase(name: string): boolean {
    const around = this.classes.at(-1);
    return around !== undefined && (around.name === name || around.bases.has(name));
  }
}
