/**
 * Finds annotations in declarations of C and C++ that their grammars take for types, names or the start of a
 * new declaration: `static int __init f(void)`, `void __iomem *regs`, `int count __read_mostly = 1`, `void
 * f(void) __acquires(lock);`. Well-known ones are recognized by their names, all others by what surrounds
 * them: a declaration has one type and one name. Pure.
 */
import { hideRanges } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { closingAfter, openingBefore, type Token, tokenAfter, tokenBefore } from "./tokens.ts";

/** Names that compilers and their headers reserve, and macros in capitals. */
const CANDIDATE =
  /\b(?:_{1,4}[a-z]\w*|[A-Z][A-Z\d_]{2,}|asmlinkage|no(?:inline|trace|instr|kprobe_inline)\w*|fastcall|(?:printf|scanf)like)\b/g;

/** Annotations of the Linux kernel, of BSD and of the C library. */
const KNOWN =
  /^(?:__(?:(?:dev|cpu|mem|net_)?(?:init|exit)(?:data|const)?|ref(?:data|const)?|init(?:data|const)?_(?:memblock|or_module|or_livepatch|refok)|user|kernel|iomem|percpu|rcu|force|private|nocast|bitwise|safe|must_check|maybe_unused|always_unused|always_inline|attribute_const__|read_mostly|ro_after_init|cacheline_\w+|page_aligned_\w+|packed|used|weak|cold|hot|pure2?|malloc|visible|deprecated|noreturn|noclone|naked|nosavedata|flatten|gnu_inline|kprobes|sched|lockfunc|(?:soft)?irq_entry|cpuidle|latent_entropy|(?:no_)?randomize_layout|no_(?:sanitize|kasan|kcsan|kmsan|stack_protector|profile)\w*|no(?:scs|cfi|endbr|string|dead)|designated_init|dead2|wur|bpf_kfunc|ksym|kptr|unused)|____cacheline_\w+|asmlinkage|notrace|noinstr|noinline\w*|nokprobe_inline|__THROW|__BEGIN_DECLS|__END_DECLS)$/;
const KNOWN_WITH_ARGUMENTS =
  /^(?:printflike|scanflike)$|^__(?:printf|scanf|section|aligned|assume_aligned|alloc_size|realloc_size|acquires|releases|must_hold|cond_acquires|counted_by\w*|copy|alias|error|mode|cleanup|compiletime_(?:error|warning)|printflike|scanflike|nonnull|no_sanitize|format_arg|malloc|deprecated|cacheline_aligned\w*)$/;

/** Calling conventions, which the grammars only know in definitions. */
const CONVENTION = /^_{1,2}(?:cdecl|stdcall|fastcall|thiscall|vectorcall|clrcall|regcall|pascal)$/;

/** Reserved names that are types, or that the grammars know. */
const NO_ANNOTATION =
  /^_(?:_?(?:u|s|le|be|int|uint|hc|virtio|m|fp|bf|float|Float)\d+\w*|\w+_t|_(?:wsum|sum16|poll_t|typeof\w*|auto_type|builtin_\w+|attribute|asm\w*|volatile\w*|const\w*|inline\w*|extension__|restrict\w*|declspec|based|unaligned|thread|try|except|finally|leave|alignof\w*|label__|real__|imag__|complex__|signed\w*|func__))$/;

/**
 * Ranges to hide from the parser, sorted by start.
 *
 * @param code the text with comments, strings and directives blanked
 */
export function hiddenAnnotations(code: string): TextRange[] {
  const candidates = candidatesIn(code);
  if (candidates.length === 0) return [];
  const known = candidates
    .map((candidate) => knownAnnotation(code, candidate))
    .filter((range) => range !== null);
  const seen = hideRanges(code, known);
  const others = new UnknownAnnotations(seen);
  for (const candidate of candidates)
    if (seen.charCodeAt(candidate.start) === code.charCodeAt(candidate.start)) others.take(candidate);
  return [...known, ...others.ranges].sort((left, right) => left.start - right.start);
}

interface Candidate extends TextRange {
  readonly name: string;
  readonly isReserved: boolean;
}

/** All words that may be annotations, except values and calls: those that follow an operator or a comma. */
function candidatesIn(code: string): Candidate[] {
  const candidates: Candidate[] = [];
  for (const { 0: name, index: start } of code.matchAll(CANDIDATE)) {
    const isReserved = !/^[A-Z]/.test(name);
    if (!BEFORE[isReserved ? "reserved" : "capitals"].test(characterBefore(code, start))) continue;
    if (!NO_ANNOTATION.test(name)) candidates.push({ name, start, end: start + name.length, isReserved });
  }
  return candidates;
}

/** Characters after which a word may be an annotation. */
const BEFORE = { reserved: /[\w*&>)\];{}(,:]|^$/, capitals: /[\w*>)\];{}]/ };

function characterBefore(code: string, start: number): string {
  let at = start - 1;
  while (at >= 0 && code.charCodeAt(at) <= SPACE && start - at < MAX_GAP) at--;
  return code.charAt(at);
}

const SPACE = 32;
const MAX_GAP = 400;

/** The range of an annotation that is recognized by its name; null if it is none. */
function knownAnnotation(code: string, { name, start, end }: Candidate): TextRange | null {
  const next = tokenAfter(code, end);
  if (CONVENTION.test(name)) return ENDS.has(next.text) ? null : { start, end };
  if (next.kind === "open") {
    const behind =
      KNOWN_WITH_ARGUMENTS.test(name) || name === ATTRIBUTE ? closingAfter(code, next.start) : null;
    if (behind === null || (name === ATTRIBUTE && !isOddAttribute(code, start, behind))) return null;
    return { start, end: behind };
  }
  if (!KNOWN.test(name) || (next.kind === "other" && !/[=,:}[]/.test(next.text))) return null;
  return ENDS.has(next.text) && isDeclaredName(code, start) ? null : { start, end };
}

const ATTRIBUTE = "__attribute__";

/** Whether C's grammar does not know an attribute here: `union __attribute__((packed)) u`, before `(*f)`. */
function isOddAttribute(code: string, start: number, end: number): boolean {
  return tokenBefore(code, start).kind === "tag" || tokenAfter(code, end).kind === "open";
}

/** Signs after the name of a variable or a parameter. */
const ENDS: ReadonlySet<string> = new Set([";", "=", "[", ",", ")", "}"]);

/** Whether the word at an offset, which ends a declarator, is the name that is declared, or a value. */
function isDeclaredName(code: string, start: number): boolean {
  const before = tokenBefore(code, start);
  if (before.kind === "name") return !isTypeEnd(tokenBefore(code, before.start));
  return before.kind !== "close" && before.kind !== "subscript" && before.text !== "}";
}

/** Whether a token ends a type, so that a name can follow. */
function isTypeEnd({ kind, text }: Token): boolean {
  return kind === "name" || kind === "builtin" || kind === "pointer" || text === ">";
}

/** Annotations that are recognized by what surrounds them. */
class UnknownAnnotations {
  readonly ranges: TextRange[] = [];
  private readonly code: string;

  /** @param code without the well-known annotations */
  constructor(code: string) {
    this.code = code;
  }

  /** Candidates in the order of the text. */
  take(candidate: Candidate): void {
    if (candidate.name === ATTRIBUTE) return;
    const last = this.ranges.at(-1);
    if (last && candidate.start < last.end) return;
    const next = tokenAfter(this.code, candidate.end);
    const before = this.before(candidate.start);
    const isBeforePointer = next.kind === "open" && this.isType(before) && this.isFunctionPointer(next);
    if (isBeforePointer) return void this.ranges.push({ start: candidate.start, end: candidate.end });
    const end = next.kind === "open" ? closingAfter(this.code, next.start) : candidate.end;
    if (end === null) return;
    const isAnnotation =
      next.kind === "open"
        ? this.isCallOfAnnotation(candidate, before, end)
        : this.isWordOfAnnotation(candidate, before, next);
    if (isAnnotation) this.ranges.push({ start: candidate.start, end });
  }

  /** The token before an offset, apart from an annotation that was found last and from `const`. */
  private before(offset: number): Token {
    const last = this.ranges.at(-1);
    let token = tokenBefore(this.code, offset);
    for (let count = 0; count < MAX_SKIPPED; count++) {
      if (last && token.end === last.end) token = tokenBefore(this.code, last.start);
      else if (QUALIFIER.test(token.text) && this.isAfterType(token))
        token = tokenBefore(this.code, token.start);
      else break;
    }
    return token;
  }

  private isAfterType({ start }: Token): boolean {
    const { kind } = tokenBefore(this.code, start);
    return kind === "name" || kind === "builtin" || kind === "pointer" || kind === "close";
  }

  private isWordOfAnnotation({ isReserved }: Candidate, before: Token, next: Token): boolean {
    const after = tokenAfter(this.code, next.end);
    switch (before.kind) {
      case "name":
      case "builtin":
        if (STARTS_DECLARATOR.has(next.kind)) return before.kind === "builtin" || !this.isStatement(before);
        return (
          TRAILING.has(next.text) &&
          before.kind === "name" &&
          isTypeEnd(tokenBefore(this.code, before.start)) &&
          !this.isStatement(before)
        );
      case "pointer":
        return (
          next.kind === "name" && (ENDS.has(after.text) || after.kind === "open") && this.isPointer(before)
        );
      case "tag":
        return next.kind === "name" && /^[{:]$/.test(after.text);
      case "subscript":
        return TRAILING.has(next.text) && next.text !== "[";
      case "close":
        return /^[;{=]$/.test(next.text) && this.isParameterList(before);
      case "end":
      case "specifier":
        return isReserved ? startsDeclaration(next, after) : next.kind === "builtin" || next.kind === "tag";
      default:
        return isBoundary(before) && isReserved && startsDeclaration(next, after);
    }
  }

  /** @param end offset after the arguments */
  private isCallOfAnnotation({ isReserved }: Candidate, before: Token, end: number): boolean {
    const next = this.behindAnnotations(end);
    const after = tokenAfter(this.code, next.end);
    switch (before.kind) {
      case "name":
      case "builtin":
      case "pointer":
        return (
          (next.kind === "pointer" || next.kind === "name") &&
          (after.kind === "open" || after.kind === "name" || ENDS.has(after.text)) &&
          !this.isStatement(before)
        );
      case "close":
        return /^[;{=]$/.test(next.text) && this.isParameterList(before);
      case "subscript":
        return /^[;{=]$/.test(next.text);
      case "end":
      case "specifier":
        return isReserved && next.kind !== "statement" && startsDeclaration(next, after);
      default:
        return isBoundary(before) && isReserved && startsDeclaration(next, after);
    }
  }

  /** The first token after an offset that is no annotation. */
  private behindAnnotations(offset: number): Token {
    let token = tokenAfter(this.code, offset);
    for (let count = 0; count < MAX_SKIPPED && /^(?:_|[A-Z][A-Z\d_]{2,}$)/.test(token.text); count++) {
      const next = tokenAfter(this.code, token.end);
      const end = next.kind === "open" ? closingAfter(this.code, next.start) : token.end;
      if (end === null) break;
      token = tokenAfter(this.code, end);
    }
    return token;
  }

  /** Whether a name belongs to an expression rather than to a type: `return x`, `a.b`. */
  private isStatement({ start }: Token): boolean {
    const before = tokenBefore(this.code, start);
    return before.kind === "statement" || /^[.=+\-!?|<^%/]$/.test(before.text);
  }

  /** Whether an asterisk follows a type, rather than being an operator. */
  private isPointer(token: Token): boolean {
    const type = tokenBefore(this.code, token.start);
    return type.kind !== "other" && type.kind !== "end" && type.kind !== "statement";
  }

  /** Whether a token ends the type of a declaration: `int`, `a_t`, `void *`. */
  private isType(token: Token): boolean {
    if (token.kind === "pointer") return tokenBefore(this.code, token.start).kind === "builtin";
    return token.kind === "builtin" || (token.kind === "name" && !this.isStatement(token));
  }

  /** Whether the declarator of a pointer to a function starts with a parenthesis: `(*name)(`. */
  private isFunctionPointer(open: Token): boolean {
    const sign = tokenAfter(this.code, open.end);
    if (sign.text !== "*" || tokenAfter(this.code, sign.end).kind !== "name") return false;
    const end = closingAfter(this.code, open.start);
    return end !== null && tokenAfter(this.code, end).kind === "open";
  }

  /** Whether a closing parenthesis ends the parameters of a function with a type. */
  private isParameterList(close: Token): boolean {
    const open = openingBefore(this.code, close.start);
    if (open === null) return false;
    const name = tokenBefore(this.code, open);
    if (name.kind === "close") return true;
    return name.kind === "name" && isTypeEnd(tokenBefore(this.code, name.start));
  }
}

const QUALIFIER = /^(?:const|volatile|noexcept|override|final)$/;
/** Annotations in a row. */
const MAX_SKIPPED = 8;
const STARTS_DECLARATOR: ReadonlySet<string> = new Set(["name", "pointer", "builtin"]);
/** Signs after the last annotation of a declarator. */
const TRAILING: ReadonlySet<string> = new Set([";", "=", "{", "["]);

/** Whether a declaration with a type of its own starts with a token. */
function startsDeclaration(next: Token, after: Token): boolean {
  switch (next.kind) {
    case "builtin":
    case "tag":
      return true;
    case "specifier":
      return !/^(?:const|volatile|__restrict\w*|restrict)$/.test(next.text);
    case "name":
      return after.kind === "name" || after.kind === "pointer";
    default:
      return false;
  }
}

/** Whether a declaration can follow a token that is no `end`. */
function isBoundary({ text }: Token): boolean {
  return text === "}" || text === "";
}
