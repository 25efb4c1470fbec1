/** Local servers with the APIs of OpenAI and Gemini that give the answers a test has prepared. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The model's next answer: text, or tool calls. */
export type ModelTurn = string | readonly ModelCall[];

/** The parts of a request that tests inspect. */
export interface ModelRequest {
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
}

/** The parts of a request to Gemini's API that tests inspect. */
export interface GeminiRequest {
  readonly contents: readonly {
    readonly role: string;
    readonly parts: readonly {
      readonly text?: string;
      readonly functionResponse?: {
        readonly name: string;
        readonly response: { readonly output?: unknown; readonly error?: unknown };
      };
    }[];
  }[];
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly {
      readonly name: string;
      readonly description: string;
      readonly parametersJsonSchema: unknown;
    }[];
  }[];
}

export interface FakeModel<Request = ModelRequest> extends AsyncDisposable {
  /** URL of its API. */
  readonly url: string;
  readonly requests: Request[];
  /** Answers to the next requests that offer the tools which they call; "Done." if none is left. */
  readonly turns: ModelTurn[];
}

/** A model with OpenAI's chat API. */
export function startFakeModel(): Promise<FakeModel> {
  let calls = 0;
  return serveModel<ModelRequest>({
    base: "/v1",
    offeredBy: ({ tools = [] }) => tools.map((tool) => tool.function.name),
    eventsOf: (turn) => openaiEvents(turn, () => `call_${++calls}`),
  });
}

function openaiEvents(turn: ModelTurn, nextId: () => string): readonly string[] {
  const said =
    typeof turn === "string"
      ? { content: turn }
      : {
          tool_calls: turn.map(({ name, args }, index) => ({
            index,
            id: nextId(),
            type: "function",
            function: { name, arguments: JSON.stringify(args) },
          })),
        };
  const chunks = [
    { delta: { role: "assistant", ...said } },
    { delta: {}, finish_reason: typeof turn === "string" ? "stop" : "tool_calls" },
  ].map((choice) => ({
    id: "1",
    object: "chat.completion.chunk",
    model: "fake",
    choices: [{ index: 0, finish_reason: null, ...choice }],
  }));
  return [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"];
}

/** A model with Gemini's API, whatever its name in the request. */
export function startFakeGemini(): Promise<FakeModel<GeminiRequest>> {
  return serveModel<GeminiRequest>({
    base: "",
    offeredBy: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    eventsOf: (turn) => {
      const parts =
        typeof turn === "string" ? [{ text: turn }] : turn.map((functionCall) => ({ functionCall }));
      const content = { role: "model", parts };
      return [JSON.stringify({ candidates: [{ index: 0, content, finishReason: "STOP" }] })];
    },
  });
}

interface Api<Request> {
  /** Path of the API. */
  readonly base: string;
  /** Names of the tools in a request. */
  readonly offeredBy: (request: Request) => readonly string[];
  /** An answer as a stream of events. */
  readonly eventsOf: (turn: ModelTurn) => readonly string[];
}

async function serveModel<Request>({ base, offeredBy, eventsOf }: Api<Request>): Promise<FakeModel<Request>> {
  const requests: Request[] = [];
  const turns: ModelTurn[] = [];
  const nextTurn = (offered: readonly string[]): ModelTurn => {
    const [turn = "Done."] = turns;
    // An agent may ask before its servers have started.
    if (typeof turn !== "string" && !turn.every(({ name }) => offered.includes(name))) return "Not yet.";
    return turns.shift() ?? turn;
  };
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (text += part))
      .on("end", () => {
        const asked = JSON.parse(text) as Request;
        requests.push(asked);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          eventsOf(nextTurn(offeredBy(asked)))
            .map((event) => `data: ${event}\n\n`)
            .join(""),
        );
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    turns,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
