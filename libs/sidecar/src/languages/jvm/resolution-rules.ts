/** Resolution rules of Java and Kotlin: files say which package they belong to. */
import { JVM_METHODS } from "../../call-graph/members/library-methods.ts";
import { packageRules } from "../../call-graph/rules/packages.ts";

/**
 * By which the Java library's interfaces for functions call them: `Runnable`, `Comparator`, those of
 * `java.util.function`.
 */
const FUNCTIONAL_METHOD = /^(?:run|accept|test|compare|invoke|(?:get|apply)(?:As\p{Lu}\w*)?)$/u;

export const jvm = packageRules(
  { separator: ".", languages: ["java", "kotlin"] },
  {
    alternatives: "all",
    baseRelation: "inherits",
    library: JVM_METHODS,
    callMethod: "invoke",
    indexMember: "get",
    separatesMethods: true,
    hasOverloads: true,
    spreadsToRest: true,
    declaresFields: true,
    runsFunction: (method) => FUNCTIONAL_METHOD.test(method),
    hasReceivers: true,
    extendsLibrary: true,
    matchesAdded: true,
  },
);
