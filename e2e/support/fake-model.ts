/** A local server with OpenAI's chat API that gives the answers a test has prepared. */
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
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
}

export interface FakeModel extends AsyncDisposable {
  /** URL of its API. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Answers to the next requests; "Done." if none is left. */
  readonly turns: ModelTurn[];
}

export async function startFakeModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const turns: ModelTurn[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (text += part))
      .on("end", () => {
        requests.push(JSON.parse(text) as ModelRequest);
        const turn = turns.shift() ?? "Done.";
        const said =
          typeof turn === "string"
            ? { content: turn }
            : {
                tool_calls: turn.map(({ name, args }, index) => ({
                  index,
                  id: `call_${++calls}`,
                  type: "function",
                  function: { name, arguments: JSON.stringify(args) },
                })),
              };
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const choice of [
          { delta: { role: "assistant", ...said } },
          { delta: {}, finish_reason: typeof turn === "string" ? "stop" : "tool_calls" },
        ]) {
          response.write(
            `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "fake", choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
          );
        }
        response.end("data: [DONE]\n\n");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    turns,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
