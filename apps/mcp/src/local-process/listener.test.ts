import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo } from "@satori/engine/local-process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identityOf, listenOn, removeSocket } from "./listener.ts";

let folder: string;
let socket: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satori-listener-"));
  socket = join(folder, "sockets", "a.sock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nothing = (): void => undefined;

describe.skipIf(process.platform === "win32")("a socket", () => {
  it("is its owner's alone, in a folder that is, too", async () => {
    mkdirSync(join(folder, "sockets"), { mode: 0o777 });
    chmodSync(join(folder, "sockets"), 0o777);
    const listener = await listenOn(socket, (connection) => connection.end());
    expect(lstatSync(socket).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(folder, "sockets")).mode & 0o777).toBe(0o700);
    listener?.close();
    expect(() => lstatSync(socket)).toThrow("ENOENT");
  });

  it("belongs to one process at a time", async () => {
    const first = await listenOn(socket, (connection) => connection.end());
    expect(await listenOn(socket, nothing)).toBeNull();
    first?.close();
    const next = await listenOn(socket, nothing);
    expect(next?.isReachable()).toBe(true);
    next?.close();
  });

  it("that a killed process has left is replaced", async () => {
    const left = createServer();
    mkdirSync(join(folder, "sockets"));
    await new Promise<void>((done) => left.listen(socket, done));
    // Closing the server would remove the file; a killed process does not.
    const kept = join(folder, "kept.sock");
    renameSync(socket, kept);
    await new Promise((done) => left.close(done));
    renameSync(kept, socket);
    const listener = await listenOn(socket, (connection) => connection.end());
    expect(listener?.isReachable()).toBe(true);
    listener?.close();
  });

  it("that was removed or replaced is not reachable, and what replaced it stays", async () => {
    const listener = await listenOn(socket, nothing);
    rmSync(socket);
    expect(listener?.isReachable()).toBe(false);
    writeFileSync(socket, "another's");
    expect(listener?.isReachable()).toBe(false);
    listener?.close();
    expect(lstatSync(socket).isFile()).toBe(true);
  });

  it("cannot be where a file is in the way", async () => {
    writeFileSync(join(folder, "sockets"), "");
    await expect(listenOn(socket, nothing)).rejects.toThrow();
  });
});

describe.skipIf(process.platform === "win32")("removing the socket of a killed process", () => {
  it("does not remove a file that has taken its place, and leaves no others", () => {
    const path = join(folder, "a.sock");
    writeFileSync(path, "");
    const found = identityOf(path);
    removeSocket(path, found);
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
    removeSocket(path, found);
    writeFileSync(path, "another's");
    removeSocket(path, found);
    expect(readFileSync(path, "utf8")).toBe("another's");
    expect(readdirSync(folder)).toEqual(["a.sock"]);
  });
});

it("nobody answers where there is no socket", async () => {
  expect(await connectTo(socket)).toBeNull();
});
