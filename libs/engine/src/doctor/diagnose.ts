/**
 * Implements `satori doctor`: gathers facts about this machine, judges them, and sorts the findings. Changes
 * nothing.
 */
import { type DoctorFinding, type DoctorReport, SETTINGS, type SettingContract } from "@satori/contracts";
import { tryLock } from "../codebase/home/lock.ts";
import { CodebaseRegistry } from "../codebase/home/registry.ts";
import type { EngineConfig } from "../config.ts";
import { openEmbedder } from "../embed/open-embedder.ts";
import { systemHttpContext } from "../http/system-context.ts";
import { fingerprintOf } from "../model/fingerprint.ts";
import { type Stores, openStores } from "../store/open-store.ts";
import { reportOf } from "./finding.ts";
import { gatherHome } from "./gather/home.ts";
import { gatherIndexes } from "./gather/indexes.ts";
import { findGit, findRipgrep, gatherWatch } from "./gather/machine.ts";
import { gatherEmbedder, gatherReranker } from "./gather/services.ts";
import { surveySettings } from "./gather/settings.ts";
import { judgeHome } from "./judge/home.ts";
import { judgeIndexes } from "./judge/indexes.ts";
import { judgeGit, judgeNode, judgeRipgrep, judgeWatch } from "./judge/machine.ts";
import { judgeEmbedder, judgeReranker, judgeSettings } from "./judge/settings.ts";
import { openStoreChecks } from "./store-checks.ts";

export interface DiagnoseOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Whether to send one text to each service and to write to an index store as a test. Otherwise, no user
   * data leaves this machine.
   */
  readonly isOnline: boolean;
  readonly signal: AbortSignal;
}

const SYSTEM_TIME = { nowMs: () => Date.now() };
const SECRET_NAMES: ReadonlySet<string> = new Set(
  Object.entries<SettingContract>(SETTINGS).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
);

/**
 * Runs all checks. Works even with settings that would keep everything else from starting. Throws
 * `CANCELLED`.
 */
export async function diagnose({ environment, isOnline, signal }: DiagnoseOptions): Promise<DoctorReport> {
  const { facts: settings, config, secrets } = surveySettings(environment);
  const { home } = config;
  const probing = { http: systemHttpContext(SYSTEM_TIME), isOnline, signal };
  const { version, platform, arch } = process;
  const [homeFacts, embedder, reranker, ripgrep, git, ...stores] = await Promise.all([
    gatherHome(home, settings, SECRET_NAMES),
    gatherEmbedder(config, probing),
    gatherReranker(config, probing),
    findRipgrep(),
    findGit(),
    ...openStoreChecks(config).map((checks) => checks.check({ isOnline, signal })),
  ]);
  await using openedStores = openStores(config, SYSTEM_TIME, tryLock);
  const indexes = await gatherIndexes(home, registryOf(config, openedStores));
  const findings: readonly DoctorFinding[] = [
    judgeNode({ version, platform, arch }),
    judgeRipgrep(ripgrep, `${platform}-${arch}`),
    judgeGit(git),
    ...judgeHome(homeFacts),
    ...judgeSettings(settings),
    ...stores.flat(),
    ...judgeEmbedder(embedder),
    ...judgeReranker(reranker),
    ...judgeWatch(gatherWatch(config, indexes.indexes)),
    ...judgeIndexes(indexes),
  ];
  return reportOf(findings, secrets);
}

/** A registry for reading codebases one by one, which leaves none of them open. */
function registryOf(config: EngineConfig, stores: Stores): CodebaseRegistry {
  const embedder = openEmbedder(config, systemHttpContext(SYSTEM_TIME));
  return new CodebaseRegistry({
    home: config.home,
    fingerprint: () => fingerprintOf(embedder, config.store),
    stores,
  });
}
