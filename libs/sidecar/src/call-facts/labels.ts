/**
 * Languages in which callers name what they hand over, and which functions they may mean by that: what a
 * function binds its labels to, and how calls are told from each other.
 */

/** Under this name a function binds the list of its labels, as texts: `for`, `_` where callers write none. */
export const LABELS = "<labels>";
/** Behind the label of a parameter that may be left out. */
export const OPTIONAL = "=";
/** Behind that of one that takes any number. */
export const REST = "...";
/**
 * What a call names a closure by that stands behind its list of arguments without a label: it may be for a
 * parameter of any label.
 */
export const TRAILING = "{}";
/** The label of a parameter that callers do not name. */
export const UNLABELLED = "_";

interface Label {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

export function readLabel(text: string): Label {
  const isRest = text.endsWith(REST);
  const isOptional = isRest || text.endsWith(OPTIONAL);
  return {
    name: text.slice(0, text.length - (isRest ? REST.length : isOptional ? OPTIONAL.length : 0)),
    isOptional,
    isRest,
  };
}

/**
 * The parameter that each argument of a call is for, by its position; null where a function with these labels
 * cannot be called so.
 *
 * @param args names of the arguments, null of those without
 */
export function placedByLabels(
  labels: readonly Label[],
  args: readonly (string | null)[],
): readonly number[] | null {
  const placed: number[] = [];
  let next = 0;
  for (const arg of args) {
    const isOneMore = arg === null && labels[next - 1]?.isRest === true && placed.at(-1) === next - 1;
    const at = isOneMore
      ? next - 1
      : arg === TRAILING
        ? closureFrom(labels, next)
        : labelledFrom(labels, next, arg ?? UNLABELLED);
    if (at === -1) return null;
    placed.push(at);
    next = at + 1;
  }
  return labels.slice(next).every(({ isOptional }) => isOptional) ? placed : null;
}

/** The next parameter of a label, if those before it may be left out; -1 without one. */
function labelledFrom(labels: readonly Label[], from: number, name: string): number {
  for (let at = from; at < labels.length; at++) {
    if (labels[at]?.name === name) return at;
    if (labels[at]?.isOptional !== true) return -1;
  }
  return -1;
}

/** The next parameter that has to be given; where none has to be, the last one. */
function closureFrom(labels: readonly Label[], from: number): number {
  const needed = labels.findIndex(({ isOptional }, at) => at >= from && !isOptional);
  return needed >= 0 ? needed : from < labels.length ? labels.length - 1 : -1;
}
