/**
 * Rewrites blocks of extension members of C#, such as `extension<T>(Box<T> box) where T : class { … }`, which
 * the grammar does not know. Pure.
 */
import { blank } from "../../blank.ts";

/** The name of the class as which a block is read: `extension` is as long as `class ion`. */
export const EXTENSION_NAME = "ion";

const EXTENSION =
  /(?<=^|[{};])([ \t]*)extension((?:<[^<>(){}]*>)?[ \t]*)\(((?:[^(){};]|\([^()]*\)){0,400})\)(?=\s*(?:where\b[^{};]{0,400})?\{)/gm;

/** Attributes and modifiers before the type of a receiver. */
const BEFORE_TYPE = /^\s*(?:\[[^\]]*\]\s*)*(?:(?:ref|in|out|readonly|scoped|params|this)\s+)*/;

/** A type followed by a name. */
const NAMED = /[\p{L}\p{N}_>)\]?*]\s+@?[\p{L}_][\p{L}\p{N}_]*\s*$/u;

/**
 * Turns blocks into classes: the receiver becomes the parameter of a primary constructor, and one that is
 * only a type (`extension(Box)`) the base type. All offsets stay.
 */
export function extensionsAsClasses(text: string): string {
  // In a class of that name, it is a constructor.
  if (!text.includes("extension") || /\bclass\s+extension\b/.test(text)) return text;
  return text.replace(EXTENSION, (_, indent: string, between: string, receiver: string) => {
    const before = BEFORE_TYPE.exec(receiver)?.[0] ?? "";
    return NAMED.test(receiver.slice(before.length))
      ? `${indent}class ${EXTENSION_NAME}${between}(${receiver})`
      : `${indent}class ${EXTENSION_NAME}${between}:${blank(before)}${receiver.slice(before.length)} `;
  });
}
