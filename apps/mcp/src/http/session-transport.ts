/** The transport of a session of the earlier protocol era, which ends the stream of a request that is cancelled. */
import { type HandleRequestOptions, type JSONRPCMessage, type RequestId, WebStandardStreamableHTTPServerTransport, isJSONRPCErrorResponse, isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResultResponse } from "@modelcontextprotocol/server";

/** Requests that came together: they are answered over one stream. */
interface Stream {
  readonly waiting: Set<RequestId>;
  readonly cancelled: Set<RequestId>;
}

/**
 * A cancelled request has no answer, and the library ends a stream with its last answer: left to it, the stream would stay open
 * until its client leaves, and take the room of a request that is under way.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  private readonly streamOf = new Map<RequestId, Stream>();

  override async handleRequest(request: Request, options?: HandleRequestOptions): Promise<Response> {
    const messages = [options?.parsedBody].flat();
    const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
    const stream: Stream = { waiting: new Set(ids), cancelled: new Set() };
    for (const id of ids) this.streamOf.set(id, stream);
    const response = await super.handleRequest(request, options);
    if (!response.ok) for (const id of ids) this.streamOf.delete(id);
    else for (const id of messages.flatMap(cancelledBy)) await this.cancel(id);
    return response;
  }

  override async send(message: JSONRPCMessage, options?: { readonly relatedRequestId?: RequestId }): Promise<void> {
    await super.send(message, options);
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined) await this.settle(message.id);
  }

  private cancel(id: RequestId): Promise<void> {
    this.streamOf.get(id)?.cancelled.add(id);
    return this.settle(id);
  }

  /** A request is answered or cancelled. What was answered in full the library has ended itself. */
  private async settle(id: RequestId): Promise<void> {
    const stream = this.streamOf.get(id);
    this.streamOf.delete(id);
    stream?.waiting.delete(id);
    if (!stream || stream.waiting.size > 0) return;
    for (const cancelled of stream.cancelled) {
      this.closeSSEStream(cancelled);
      // Nobody gets it any more. With it the library forgets the request.
      await super.send({ jsonrpc: "2.0", id: cancelled, result: {} });
    }
  }
}

function cancelledBy(message: unknown): readonly RequestId[] {
  if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return [];
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? [id] : [];
}
