/**
 * The transport of a session of the earlier protocol era. It rejects two requests with the same id and makes
 * sure that every stream ends.
 */
import {
  type HandleRequestOptions,
  type JSONRPCMessage,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from "@modelcontextprotocol/server";
import { RPC, refusalResponse, shownId } from "./guards/refusal.ts";

/** Requests that arrived together: they are answered over one stream. */
interface Stream {
  readonly ids: readonly RequestId[];
  readonly waiting: Set<RequestId>;
  readonly cancelled: Set<RequestId>;
}

/**
 * The library identifies a request by its id alone: of two with the same id, one would get the other's
 * answer, and the other none.
 *
 * A cancelled request has no answer, and the library ends a stream with its last answer. Without this class,
 * such a stream would stay open until its client leaves, and count as a request in progress.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  /** The open stream of each request. */
  private readonly streamOf = new Map<RequestId, Stream>();

  override async handleRequest(request: Request, options?: HandleRequestOptions): Promise<Response> {
    const messages = [options?.parsedBody].flat();
    const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
    const taken = ids.find((id) => this.streamOf.has(id));
    if (taken !== undefined)
      return refusalResponse({
        status: 400,
        code: RPC.invalidRequest,
        message: `A request with the id ${shownId(taken)} is in progress in this session: ids must be unique`,
      });
    const stream: Stream = { ids, waiting: new Set(ids), cancelled: new Set() };
    for (const id of ids) this.streamOf.set(id, stream);
    request.signal.addEventListener("abort", () => void this.leave(stream), { once: true });
    const response = await super.handleRequest(request, options);
    if (!response.ok) this.forget(stream);
    else for (const id of messages.flatMap(cancelledBy)) await this.cancel(id);
    return response;
  }

  override async send(
    message: JSONRPCMessage,
    options?: { readonly relatedRequestId?: RequestId },
  ): Promise<void> {
    await super.send(message, options);
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined)
      await this.settle(message.id);
  }

  /**
   * Cancels the requests of a client that is gone, as if it had done so: it does not wait for answers, and
   * may come back with the same ids.
   */
  private async leave({ waiting }: Stream): Promise<void> {
    for (const requestId of waiting) {
      this.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason: "The client disconnected" },
      });
      await this.cancel(requestId);
    }
  }

  private cancel(id: RequestId): Promise<void> {
    const stream = this.streamOf.get(id);
    if (stream?.waiting.has(id) === true) stream.cancelled.add(id);
    return this.settle(id);
  }

  /** Marks a request as answered or cancelled. The library itself ends streams with all answers sent. */
  private async settle(id: RequestId): Promise<void> {
    const stream = this.streamOf.get(id);
    stream?.waiting.delete(id);
    if (!stream || stream.waiting.size > 0) return;
    this.forget(stream);
    for (const cancelled of stream.cancelled) {
      this.closeSSEStream(cancelled);
      // Nobody receives this answer; it makes the library forget the request.
      await super.send({ jsonrpc: "2.0", id: cancelled, result: {} });
    }
  }

  private forget(stream: Stream): void {
    stream.waiting.clear();
    for (const id of stream.ids) this.streamOf.delete(id);
  }
}

function cancelledBy(message: unknown): readonly RequestId[] {
  if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return [];
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? [id] : [];
}
