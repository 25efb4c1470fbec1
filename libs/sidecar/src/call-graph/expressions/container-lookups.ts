/**
 * Objects that are requested by class from a dependency injection container, a mocking library or a
 * deserializer.
 */
import type { ExprId } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, NOTHING, type Site, type Values, union } from "../values.ts";

/**
 * Names of such methods in Laravel, Symfony, Spring, .NET, Guice, Koin, Angular, Nest, TypeORM and JPA;
 * Mockito, PHPUnit and MockK; Jackson, Gson and System.Text.Json.
 */
const ASKING: ReadonlySet<string> = new Set([
  "app",
  "get",
  "getBean",
  "getInstance",
  "getService",
  "GetInstance",
  "GetRequiredService",
  "GetService",
  "inject",
  "injector",
  "instance",
  "make",
  "makeWith",
  "resolve",
  "Resolve",
  "findOne",
  "findOneBy",
  "findOneOrFail",
  "getReference",
  "newInstance",
  "unwrap",
  "createMock",
  "createPartialMock",
  "getMockForAbstractClass",
  "getMockForTrait",
  "createStub",
  "create_autospec",
  "instance_double",
  "mock",
  "mockk",
  "spy",
  "spyk",
  "convertValue",
  "CreateInstance",
  "deserialize",
  "Deserialize",
  "DeserializeObject",
  "fromJson",
  "readValue",
  "treeToValue",
]);

/**
 * Objects that a call to a method outside the codebase returns; empty if it names no class. They are added to
 * the library's declared result, because a mock has more members than its class, and an unknown method may
 * return anything.
 */
export function containerObjects(resolution: Resolution, call: Site): Values {
  const index = resolution.index(call.file);
  const name = index?.siteOf(call.expr)?.name;
  if (!index || name === undefined || !ASKING.has(name)) return NOTHING;
  const callee = index.operand(call.expr, 1);
  const named = [
    ...(index.op(callee) === "generic" ? index.items(callee, 2) : []),
    ...index.entries(call.expr, 2).map(({ value }) => value),
  ];
  const found = resolution.instancesOf(
    union(
      ...named
        .filter((expr) => mayBeClass(index, expr))
        .map((expr) => classesAmong(resolution, resolution.evaluate({ ...call, expr }))),
    ),
  );
  return found.length === 0 ? NOTHING : union(found, [resolution.values.external(name)]);
}

/**
 * Whether an expression looks like a class: it is written like a type name. Evaluating values that turn out
 * to be no classes takes long.
 */
function mayBeClass(index: FileIndex, expr: ExprId): boolean {
  switch (index.op(expr)) {
    case "name":
      return TYPE_NAME.test(index.string(expr, 1));
    case "member":
    case "import":
      return TYPE_NAME.test(index.string(expr, 2));
    case "generic":
    case "instance":
    case "type_of":
      return true;
    default:
      return false;
  }
}

const TYPE_NAME = /^\p{Lu}/u;

/** Classes, and the classes that class objects stand for (Java's `User.class`). */
function classesAmong(resolution: Resolution, values: Values): readonly ClassValue[] {
  return values.flatMap((value): readonly ClassValue[] => {
    if (value.kind === "class") return [value];
    const [only] = value.kind === "external" && /^K?Class$/.test(value.name) ? value.args : [];
    return only ? classesAmong(resolution, resolution.evaluate(only)) : [];
  });
}
