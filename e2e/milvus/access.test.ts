/**
 * Milvus behind TLS and a token, as Zilliz Cloud is: who has the token is served, who has not is told so, and
 * nobody is told the token.
 */
import { writeFileSync } from "node:fs";
import type { DoctorReport } from "@satori/contracts";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startMilvus } from "../../tools/milvus/server.ts";
import { cliIn } from "../support/cli.ts";
import { MilvusGate } from "../support/milvus-gate.ts";
import { newerNode } from "../support/newer-node.ts";
import type { Finished } from "../support/process.ts";
import { createWorkspace } from "../support/workspace.ts";

const TOKEN = "someone:a-secret-that-nobody-may-see";
const WRONG = "someone:another-secret";
const newer = await newerNode();
const milvus = await startMilvus();
const gate = milvus && (await MilvusGate.open(TOKEN, milvus.address));
afterAll(async () => {
  await gate?.[Symbol.asyncDispose]();
  await milvus?.[Symbol.asyncDispose]();
});

interface Asker {
  /**
   * Runs a command with a token and in trust of the server's certificate, and sees to it that neither output
   * tells the token.
   */
  (
    args: readonly string[],
    token: string,
    options?: { readonly environment?: Readonly<Record<string, string>>; readonly under?: readonly string[] },
  ): Promise<Finished>;
}

function newAsker({ address, certificate }: MilvusGate): Asker {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  const root = workspace.tree(
    "gated",
    '//- src/gate.py\ndef open_gate(key):\n    """Opens the gate for who has the key."""\n    return key\n',
  );
  writeFileSync(workspace.path("server.pem"), certificate.cert);
  const satori = cliIn(workspace, root, { SATORI_STORE: "milvus", MILVUS_ADDRESS: address });
  return async (
    args,
    token,
    { environment = { NODE_EXTRA_CA_CERTS: workspace.path("server.pem") }, under = [] } = {},
  ) => {
    const finished = await satori(["--json", ...args], {
      under,
      environment: { MILVUS_TOKEN: token, ...environment },
    });
    for (const secret of [TOKEN, WRONG, Buffer.from(token).toString("base64")])
      expect(finished.stdout + finished.stderr).not.toContain(secret.replace("someone:", ""));
    return finished;
  };
}

const parsed = ({ stdout }: Finished): unknown => JSON.parse(stdout);
const REFUSED = {
  status: "error",
  error: {
    code: "STORE_UNAVAILABLE",
    message: expect.stringMatching(
      /^Milvus at https:\/\/127\.0\.0\.1:\d+ rejects the token: check MILVUS_TOKEN and MILVUS_DATABASE \(.*auth check failure/,
    ),
  },
};

describe.skipIf(gate === null)("Milvus behind TLS and a token", () => {
  test("serves who has the token, refuses who has another, and serves again", async () => {
    if (!gate) return;
    const ask = newAsker(gate);
    const refused = await ask(["index"], WRONG);
    expect([parsed(refused), refused.code]).toMatchObject([REFUSED, 1]);
    expect(parsed(await ask(["index"], TOKEN))).toMatchObject({ status: "ok", index: { files: 1 } });
    const search = ["search", "open the gate"];
    expect(parsed(await ask(search, WRONG))).toMatchObject(REFUSED);
    expect(parsed(await ask(search, TOKEN))).toMatchObject({
      status: "ok",
      results: [{ file: "src/gate.py" }],
    });
    expect([gate.seen.admitted, gate.seen.refused]).toEqual([new Set([TOKEN]), new Set([WRONG])]);
  });

  test("is told of by satori doctor, with what mends it", async () => {
    if (!gate) return;
    const ask = newAsker(gate);
    const ofMilvus = async (token: string) =>
      (parsed(await ask(["doctor"], token)) as DoctorReport).findings.filter(
        ({ subject }) => subject === "milvus",
      );
    expect((await ofMilvus(TOKEN)).map(({ id, level }) => `${id}: ${level}`).sort()).toEqual([
      "store.auth: ok",
      "store.features: ok",
      "store.reachable: ok",
      "store.version: ok",
    ]);
    expect(await ofMilvus(WRONG)).toEqual([
      expect.objectContaining({
        id: "store.auth",
        level: "error",
        found: REFUSED.error.message,
        fix: expect.stringContaining("MILVUS_TOKEN"),
      }),
    ]);
  });

  test("is not spoken to where its certificate is nobody's whom the machine trusts", async () => {
    if (!gate) return;
    const ask = newAsker(gate);
    expect(parsed(await ask(["index"], TOKEN, { environment: {} }))).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE", message: expect.stringMatching(/certificate/) },
    });
  });

  test.skipIf(newer === null)(
    "is reached at an address in numbers by a newer Node.js too, which lets none be a server's name",
    async () => {
      if (!gate) return;
      const ask = newAsker(gate);
      expect(parsed(await ask(["index"], TOKEN, { under: newer ?? [] }))).toMatchObject({
        status: "ok",
        index: { files: 1 },
      });
      expect(parsed(await ask(["index"], TOKEN, { environment: {}, under: newer ?? [] }))).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/certificate/) },
      });
    },
  );

  test("is not spoken to where its certificate is another address's", async () => {
    if (!milvus) return;
    await using elsewhere = await MilvusGate.open(TOKEN, milvus.address, "127.0.0.9");
    const ask = newAsker(elsewhere);
    for (const under of [[], ...(newer ? [newer] : [])]) {
      expect(parsed(await ask(["index"], TOKEN, { under }))).toMatchObject({
        status: "error",
        error: { code: "STORE_UNAVAILABLE", message: expect.stringMatching(/127\.0\.0\.1.+cert/) },
      });
    }
    expect(elsewhere.seen.admitted.size).toBe(0);
  });
});
