/**
 * Self-signed certificates for IPv4 addresses, created for each test: Node.js creates keys and signatures,
 * but no certificates.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Tags of DER: https://www.itu.int/rec/T-REC-X.690 */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  ipAddress: 0x87,
} as const;
/**
 * Object identifiers: 2.5.4.3 common name, 2.5.29.17 subject alternative names, 2.5.29.19 basic constraints
 * (may sign), 1.2.840.10045.4.3.2 ECDSA with SHA-256.
 */
const OID = {
  commonName: "550403",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
  ecdsaSha256: "2a8648ce3d040302",
} as const;

export interface KeyPair {
  /** In PEM format. */
  readonly key: string;
  readonly cert: string;
}

/** A key and certificate for an address, valid from yesterday for ten years. */
export function certificateFor(address: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.text, Buffer.from("loopback")))),
  );
  const algorithm = der(TAG.sequence, oid(OID.ecdsaSha256));
  const dayMs = 86_400_000;
  const validity = der(TAG.sequence, time(Date.now() - dayMs), time(Date.now() + 3_650 * dayMs));
  const extensions = der(
    TAG.sequence,
    der(
      TAG.sequence,
      oid(OID.basicConstraints),
      der(TAG.bytes, der(TAG.sequence, der(TAG.boolean, Buffer.of(0xff)))),
    ),
    der(
      TAG.sequence,
      oid(OID.subjectAltName),
      der(TAG.bytes, der(TAG.sequence, der(TAG.ipAddress, Buffer.from(address.split(".").map(Number))))),
    ),
  );
  const serial = der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(8)]));
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.of(2))),
    serial,
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(TAG.extensions, extensions),
  );
  const signature = der(TAG.bits, Buffer.of(0), sign("sha256", body, privateKey));
  const base64 = der(TAG.sequence, body, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([
    Buffer.of(
      tag,
      ...(length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]),
    ),
    content,
  ]);
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, "hex"));
}

function time(ms: number): Buffer {
  return der(TAG.time, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "")));
}
