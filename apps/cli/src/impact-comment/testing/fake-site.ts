/** A local stand-in for the comments of GitHub's and GitLab's REST APIs, over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeComment {
  readonly id: number;
  readonly author: string;
  body: string;
}

export interface FakeSiteOptions {
  readonly forge: "github" | "gitlab";
  /** What answers instead of the API, by turn; `null`: the API. After the last one, the API answers. */
  readonly failures?: readonly (FakeFailure | null)[];
  /** Status of every request that writes; default: they are allowed. */
  readonly writeStatus?: number;
  /** GitHub's `/user` is refused, as for the token of a job. */
  readonly isJobToken?: boolean;
}

export interface FakeFailure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request is carried out, although the answer says otherwise. */
  readonly isDone?: boolean;
}

export interface FakeSite extends AsyncDisposable {
  /** Address of the API. */
  readonly api: string;
  readonly comments: FakeComment[];
  /** `METHOD /path` of every request, in order. */
  readonly requests: readonly string[];
  /** Values of the headers that carry the token. */
  readonly tokens: ReadonlySet<string>;
}

/** The account of the token. */
export const ME = "satori-bot";
const ID_OF: Readonly<Record<string, number>> = { [ME]: 7 };
const STRANGER_ID = 99;

export async function startFakeSite(options: FakeSiteOptions): Promise<FakeSite> {
  const comments: FakeComment[] = [];
  const requests: string[] = [];
  const tokens = new Set<string>();
  const failures = [...(options.failures ?? [])];
  const server = createServer((request, response) => {
    void (async () => {
      const text = await bodyOf(request);
      const { method = "", url = "", headers } = request;
      requests.push(`${method} ${url}`);
      tokens.add(String(headers.authorization ?? headers["private-token"]));
      const failure = failures.shift() ?? null;
      if (failure !== null) {
        if (failure.isDone) answer({ method, url, text }, comments, options);
        send(response, failure.status, { message: "no" }, failure.headers);
        return;
      }
      const { status, body } = answer({ method, url, text }, comments, options);
      send(response, status, body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    requests,
    tokens,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly text: string;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const ITEM = { github: /^\/repos\/o\/r\/issues\/comments\/(\d+)$/, gitlab: /\/notes\/(\d+)$/ };
const LIST = {
  github: /^\/repos\/o\/r\/issues\/5\/comments$/,
  gitlab: /^\/projects\/3\/merge_requests\/5\/notes$/,
};
const CHANGE = { github: "PATCH", gitlab: "PUT" };

function answer({ method, url, text }: Call, comments: FakeComment[], options: FakeSiteOptions): Reply {
  const { forge, writeStatus, isJobToken } = options;
  const { pathname, searchParams } = new URL(url, "http://site");
  const body = text === "" ? "" : (JSON.parse(text) as { readonly body: string }).body;
  if (pathname === "/user")
    return isJobToken
      ? { status: 403, body: { message: "Resource not accessible by integration" } }
      : { status: 200, body: { login: ME, id: ID_OF[ME] } };
  if (method !== "GET" && writeStatus !== undefined) return { status: writeStatus, body: { message: "no" } };
  if (LIST[forge].test(pathname)) {
    if (method === "GET") {
      const [size, page] = ["per_page", "page"].map((name) => Number(searchParams.get(name))) as [
        number,
        number,
      ];
      const shown = comments.slice((page - 1) * size, page * size);
      return { status: 200, body: shown.map((comment) => written(comment, forge)) };
    }
    const created = { id: 1_000 + comments.length, author: ME, body };
    comments.push(created);
    return { status: 201, body: written(created, forge) };
  }
  const id = Number(ITEM[forge].exec(pathname)?.[1]);
  const at = comments.findIndex((comment) => comment.id === id);
  const comment = comments[at];
  if (comment === undefined) return { status: 404, body: { message: "Not Found" } };
  if (method === "DELETE") {
    comments.splice(at, 1);
    return { status: 204, body: undefined };
  }
  if (method !== CHANGE[forge]) return { status: 405, body: {} };
  comment.body = body;
  return { status: 200, body: written(comment, forge) };
}

function written({ id, author, body }: FakeComment, forge: "github" | "gitlab"): object {
  return forge === "github"
    ? { id, body, user: { login: author, type: author === ME ? "Bot" : "User" } }
    : { id, body, system: false, author: { id: ID_OF[author] ?? STRANGER_ID } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? "" : JSON.stringify(body));
}
