/**
 * A proxy in front of a Milvus without authentication that adds what hosted ones have: TLS, and a token
 * without which every call is refused with Milvus's error.
 */
import {
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
  connect,
  createSecureServer,
} from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { type KeyPair, certificateFor } from "./certificate.ts";

/** Status code of gRPC. */
const UNAUTHENTICATED = 16;

export class MilvusGate implements AsyncDisposable {
  /** Tokens of admitted and of refused calls, without duplicates. */
  readonly seen = { admitted: new Set<string>(), refused: new Set<string>() };
  private readonly server;
  private readonly inside: ClientHttp2Session;
  /** All connections: a client that does not trust the certificate never has a session. */
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly token: string,
    insideAddress: string,
    readonly certificate: KeyPair,
  ) {
    this.inside = connect(`http://${insideAddress}`);
    // Servers written in Go, such as Milvus, refuse names with a trailing dot.
    this.server = createSecureServer({
      ...certificate,
      SNICallback: (name, answer) => answer(name.endsWith(".") ? new Error(`${name} is no name`) : null),
    });
    this.server
      .on("stream", (stream, headers) => this.pass(stream, headers))
      .on("sessionError", () => undefined);
    this.server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  /** @param certified the address in its certificate */
  static async open(token: string, insideAddress: string, certified = "127.0.0.1"): Promise<MilvusGate> {
    const gate = new MilvusGate(token, insideAddress, certificateFor(certified));
    await new Promise<void>((resolve) => gate.server.listen(0, "127.0.0.1", resolve));
    return gate;
  }

  get address(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.inside.destroy();
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on("error", () => undefined);
    const token = Buffer.from(headers.authorization ?? "", "base64").toString();
    const isAdmitted = token === this.token;
    this.seen[isAdmitted ? "admitted" : "refused"].add(token);
    if (!isAdmitted) {
      stream.respond(
        {
          ":status": 200,
          "content-type": "application/grpc",
          "grpc-status": UNAUTHENTICATED,
          "grpc-message": "auth check failure, please check api key is correct",
        },
        { endStream: true },
      );
      return;
    }
    const {
      ":method": method,
      ":path": path,
      ":authority": _authority,
      ":scheme": _scheme,
      ...own
    } = headers;
    const call = this.inside.request({ ...own, ":method": method, ":path": path });
    call.on("error", () => stream.close());
    let trailers: IncomingHttpHeaders = {};
    call
      .on("response", (answer) => stream.respond(answer, { waitForTrailers: true }))
      .on("trailers", (last) => (trailers = last));
    stream.on("wantTrailers", () => stream.sendTrailers(trailers));
    stream.pipe(call);
    call.pipe(stream);
  }
}
