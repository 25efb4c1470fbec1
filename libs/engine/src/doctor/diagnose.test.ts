import { existsSync } from "node:fs";
import { join } from "node:path";
import { DOCTOR_CHECK_IDS } from "@satori/contracts";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { diagnose } from "./diagnose.ts";

const signal = new AbortController().signal;

it("finds a sound installation sound, makes nothing, and asks nobody", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const home = join(folder.path, "home");
  const { findings, summary } = await diagnose({
    environment: { SATORI_HOME: home },
    isOnline: false,
    signal,
  });
  expect(findings.filter(({ level, id }) => level !== "ok" && id !== "home.space")).toEqual([]);
  expect(summary.ok).toBeGreaterThan(10);
  expect(existsSync(home)).toBe(false);
});

it("goes on where the configuration would keep everything else from starting", async () => {
  const { findings } = await diagnose({
    environment: { SATORI_HOME: "/dev/null/home", SATORI_EMBEDDER: "magic", SATORI_NO: "1" },
    isOnline: false,
    signal,
  });
  expect(findings.filter(({ level }) => level === "error").map(({ id }) => id)).toEqual([
    "home.folder",
    "config.setting",
    "config.unknown",
  ]);
  expect(findings.every(({ id }) => DOCTOR_CHECK_IDS.includes(id))).toBe(true);
});

it("with leave to ask, says that a service does not answer", async () => {
  const environment = {
    SATORI_HOME: "/dev/null/home",
    SATORI_EMBEDDER: "openai",
    OPENAI_API_KEY: "sk-12345678",
    OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  };
  const { findings } = await diagnose({ environment, isOnline: true, signal });
  expect(findings.find(({ id }) => id === "embedder.answer")).toMatchObject({
    level: "error",
    subject: "openai",
  });
  expect(JSON.stringify(findings)).not.toContain("12345678");
});
