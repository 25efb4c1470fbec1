/** Functions that are given to code outside the codebase have callers. */
import { callEdges } from "@satori/contracts";
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it("leads from what registers a function to it, in both directions and over several steps", async () => {
  await using tree = await indexedTree(`
    //- api.py
    from fastapi import Depends, FastAPI
    app = FastAPI()
    def session(): pass
    @app.get("/items")
    def items(db=Depends(session)):
        pass
    //- urls.py
    from django.urls import path
    from pages import home
    urlpatterns = [path("", home)]
    //- pages.py
    def home(request):
        pass
  `);
  const edges = async (symbol: string, direction: string, depth = 1): Promise<unknown> => {
    const answer = await tree.call("call_graph", { path: tree.root, symbol, direction, depth });
    if (answer.status !== "ok") return answer.status;
    expect(answer.coverage.open).toEqual([]);
    const labels = new Map(answer.nodes.map(({ symbolId, symbolLabel }) => [symbolId, symbolLabel]));
    return callEdges(answer).map(
      ({ from, to, confidence, via, site }) =>
        `${labels.get(from)} → ${labels.get(to)} ${confidence} ${via} ${site.file}:${site.line}`,
    );
  };
  expect(await edges("session", "callers", 2)).toEqual([
    "api.py → items possible route api.py:4",
    "items → session possible dependency api.py:5",
  ]);
  expect(await edges("items", "callees")).toEqual(["items → session possible dependency api.py:5"]);
  expect(await edges("home", "callers")).toEqual(["urls.py → home possible route urls.py:3"]);
});
