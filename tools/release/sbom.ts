/** The software bill of materials, in CycloneDX. Pure. */
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import type { SoftwareComponent } from "./components.ts";

/**
 * The bill as JSON. It has no serial number and no time, so that the same software gives the same bytes.
 *
 * @param software the package that the bill is about; its licence as an SPDX expression
 */
export function sbomText(
  software: SoftwareComponent,
  parts: {
    readonly bundled: readonly SoftwareComponent[];
    readonly installed: readonly SoftwareComponent[];
  },
): string {
  const whole = componentOf(software, Enums.ComponentType.Application);
  // What is bundled is part of the package; what is installed is beside it.
  for (const part of parts.bundled) whole.components.add(componentOf(part));
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: whole }) });
  for (const part of parts.installed) {
    const component = componentOf(part);
    bom.components.add(component);
    whole.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(
  { name, version, licence, sha512 }: SoftwareComponent,
  type = Enums.ComponentType.Library,
): Models.Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
  return new Models.Component(type, name, {
    version,
    purl,
    // Bundled and installed copies of a package are two components.
    bomRef: sha512 === null && type === Enums.ComponentType.Library ? `bundled:${purl}` : purl,
    licenses: new Models.LicenseRepository(licence === "" ? [] : [licenceOf(licence)]),
    hashes: new Models.HashDictionary(sha512 === null ? [] : [[Enums.HashAlgorithm["SHA-512"], sha512]]),
  });
}

function licenceOf(licence: string): Models.LicenseExpression | Models.NamedLicense {
  // Expressions are made of SPDX ids, whose letters these are.
  return /^[A-Za-z0-9.+() -]+$/.test(licence)
    ? new Models.LicenseExpression(licence)
    : new Models.NamedLicense(licence);
}
