/** Findings about settings. Pure. */
import type { DoctorFinding } from "@satori/contracts";
import type { SettingFact, SettingFacts } from "../facts.ts";
import { fine, problem, warning } from "../finding.ts";

export function judgeSettings({ file, settings, unknown }: SettingFacts): readonly DoctorFinding[] {
  const nothing =
    settings.length === 0 && unknown.length === 0
      ? [fine({ id: "config.setting", found: "no settings: defaults apply" })]
      : [];
  return [fileFinding(file), ...nothing, ...settings.map(settingFinding), ...unknown.map(unknownFinding)];
}

function fileFinding({ path, isThere, problem: failure }: SettingFacts["file"]): DoctorFinding {
  if (failure !== null)
    return problem({ id: "config.file", found: failure, fix: `correct ${path}, or remove it` });
  return fine({ id: "config.file", found: isThere ? path : "none, a file is optional" });
}

function settingFinding({
  name,
  source,
  value,
  problem: failure,
  isUsed,
  missing,
}: SettingFact): DoctorFinding {
  const subject = name;
  const id = "config.setting";
  if (failure !== null && isUsed)
    return problem({
      id,
      subject,
      found: `${failure} (${whereOf(source)})`,
      fix: `correct ${name} in ${whereOf(source)}`,
    });
  if (failure !== null)
    return warning({
      id,
      subject,
      found: `${failure}; ignored, because its service is not selected (${whereOf(source)})`,
      fix: `correct ${name} before selecting its service`,
    });
  if (missing.length > 0)
    return warning({
      id,
      subject,
      found:
        `contains ${missing.join(", ")}, which ${missing.length === 1 ? "does" : "do"} not exist ` +
        `(${whereOf(source)})`,
      fix: `correct ${name} in ${whereOf(source)}, or create the folder`,
    });
  return fine({ id, subject, found: `${value} (${whereOf(source)})` });
}

function unknownFinding({
  name,
  source,
  problem: failure,
  nearest,
}: SettingFacts["unknown"][number]): DoctorFinding {
  const fix =
    nearest === null ? `remove it from ${whereOf(source)}` : `did you mean ${nearest}? Rename or remove it`;
  return problem({ id: "config.unknown", subject: name, found: `${failure} (${whereOf(source)})`, fix });
}

function whereOf(source: SettingFact["source"]): string {
  return source === "file" ? "satori.config.json" : "the environment";
}
