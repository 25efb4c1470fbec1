/**
 * The protocol layer's server with readable errors for its own requests (`initialize` and the like) whose
 * parameters are invalid.
 */
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

type RequestHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The part of a schema issue that messages contain. */
interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const MAX_PROBLEMS = 5;
const MAX_PROBLEM_CHARS = 200;

export class ExplainingServer extends Server {
  protected override _wrapHandler(method: string, handler: RequestHandler): RequestHandler {
    const wrapped = super._wrapHandler(method, handler);
    return (request, context) =>
      wrapped(request, context).catch((error: unknown) => Promise.reject(explained(method, error)));
  }
}

/**
 * Converts an error that is a list of schema issues as text, which the protocol layer would send as an
 * internal error, into invalid params with a sentence. Returns every other error unchanged.
 */
export function explained(method: string, error: unknown): unknown {
  const issues = error instanceof Error && !(error instanceof ProtocolError) ? issuesIn(error.message) : null;
  if (issues === null) return error;
  const told = issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) =>
      `${path.join(".")} (${message.replace(/^Invalid input: /, "")})`.slice(0, MAX_PROBLEM_CHARS),
    );
  const more = issues.length > MAX_PROBLEMS ? `, and ${issues.length - MAX_PROBLEMS} more` : "";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid parameters of ${method}: ${told.join(", ")}${more}`,
  );
}

function issuesIn(message: string): readonly SchemaIssue[] | null {
  if (!message.startsWith("[")) return null;
  try {
    const issues = JSON.parse(message) as readonly Partial<SchemaIssue>[];
    return issues.length > 0 &&
      issues.every((issue) => Array.isArray(issue.path) && typeof issue.message === "string")
      ? (issues as readonly SchemaIssue[])
      : null;
  } catch {
    return null;
  }
}
