/** Renders the answer of `satori index --estimate`. Pure. */
import { counted } from "@satori/contracts";
import type { Estimate, TextEstimate } from "@satori/engine";
import { printableLine } from "../terminal/printable.ts";

export function renderEstimate(estimate: Estimate): string {
  const { root, files, chunks, embedder } = estimate;
  return [
    `${printableLine(root)}: ${counted(files, "file", grouped)}, ${counted(chunks, "chunk", grouped)}`,
    ...(embedder && !embedder.isLocal ? remoteLines(estimate, embedder) : localLines(embedder)),
  ].join("\n");
}

function localLines(embedder: Estimate["embedder"]): string[] {
  return embedder
    ? [`embedder: ${embedder.provider}, built in and free; nothing leaves this machine`]
    : ["embedder: none; the index is searched by words only, and nothing leaves this machine"];
}

function remoteLines(
  { all, cached, toSend, cost, pricePerMillionTokens }: Estimate,
  { provider, model }: NonNullable<Estimate["embedder"]>,
): string[] {
  const price =
    pricePerMillionTokens === null
      ? "cost: set SATORI_EMBEDDER_PRICE to the price of a million tokens"
      : `cost: about ${moneyOf(cost ?? 0)} at ${pricePerMillionTokens} per million tokens`;
  return [
    `embedder: ${provider}, ${printableLine(model)}`,
    `all texts: ${textsOf(all)}`,
    `already cached: ${textsOf(cached)}`,
    `to be sent: ${textsOf(toSend)}`,
    price,
    "Tokens are estimated at three bytes each; services may count up to a third more or less. " +
      "Nothing was sent.",
  ];
}

function textsOf({ texts, tokens }: TextEstimate): string {
  return texts === 0 ? "none" : `${grouped(texts)}, about ${grouped(tokens)} tokens`;
}

/** A sum in the currency of the price; small sums are not rounded away. */
function moneyOf(cost: number): string {
  return cost === 0 || cost >= 1 ? cost.toFixed(2) : cost.toPrecision(2);
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
