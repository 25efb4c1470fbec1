/**
 * Objects that a container of dependencies, a library of mocks or a deserializer is asked for by their class.
 */
import type { ExprId } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, NOTHING, type Site, type Values, union } from "../values.ts";

/**
 * By what frameworks call it: Laravel, Symfony, Spring, .NET, Guice, Koin, Angular, Nest, TypeORM, JPA;
 * Mockito, PHPUnit, MockK; Jackson, Gson, System.Text.Json.
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
 * What a call gives that leads out of the codebase; nothing where it names no class. A mock has more members
 * than its class, and of a call that leads nowhere the result may be anything: what the library says to give
 * counts besides.
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

/** To follow a value to find that it is no class takes long: classes are written like types. */
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

/** Classes themselves, and what stands for one: Java's `User.class`. */
function classesAmong(resolution: Resolution, values: Values): readonly ClassValue[] {
  return values.flatMap((value): readonly ClassValue[] => {
    if (value.kind === "class") return [value];
    const [only] = value.kind === "external" && /^K?Class$/.test(value.name) ? value.args : [];
    return only ? classesAmong(resolution, resolution.evaluate(only)) : [];
  });
}
