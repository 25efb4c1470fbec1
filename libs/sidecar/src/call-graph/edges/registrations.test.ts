/** Functions that code outside the codebase is given, to call them. */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { Evaluator } from "../evaluator.ts";
import { factsProject } from "../facts-project.ts";
import { filesOf } from "../testing/check-edges.ts";
import { type Registration, registrationsIn, registrationsOf } from "./registrations.ts";

/** A codebase, and its registrations as `from → target via`. */
const CASES: Readonly<Record<string, readonly [files: string, registrations: string]>> = {
  "FastAPI: dependencies of parameters, of annotations and of routers": [
    `
//- main.py
from typing import Annotated
from fastapi import APIRouter, Depends, FastAPI, Security
from deps import session, user, Pages
class Checker:
    def __call__(self): pass
checker = Checker()
app = FastAPI()
router = APIRouter(dependencies=[Depends(checker)])
@app.get("/items", dependencies=[Depends(user)])
def items(db=Depends(session), who=Security(user, scopes=["a"])): pass
def annotated(db: Annotated[object, Depends(session)], pages: Pages = Depends(Pages)): pass
def plain(db=make(session)): pass
//- deps.py
def session(): pass
def user(): pass
class Pages: pass
`,
    `
main.py → __call__ dependency
main.py → items route
main.py → user dependency
items → session dependency
items → user dependency
annotated → session dependency
annotated → Pages dependency
`,
  ],
  "Django and Flask: routes to functions and classes, signals": [
    `
//- app/__init__.py
//- app/urls.py
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path as pattern
from . import views
from .views import Page, home as start
urlpatterns = [
    path("", start),
    path("page/", Page.as_view()),
    pattern(r"^other$", views.other),
    path("safe/", login_required(Page.as_view())),
    path("more/", views.Page.as_view(template_name="x")),
    path("rest/", include("rest.urls")),
]
//- app/views.py
from django.views import View
from django.db.models.signals import post_save
from flask import Flask
class Page(View):
    def get(self, request): pass
    def helper(self): pass
def home(request): pass
def other(request): pass
def saved(sender): pass
post_save.connect(saved)
app = Flask("x")
app.add_url_rule("/", view_func=home)
`,
    `
app/urls.py → home route
app/urls.py → Page route, get route
app/urls.py → other route
app/urls.py → Page route, get route
app/urls.py → Page route, get route
app/views.py → saved event
app/views.py → home route
`,
  ],
  "threads, timers and listeners": [
    `
//- a.py
import atexit, threading
def run(): pass
def start():
    threading.Thread(target=run).start()
    atexit.register(run)
def own(): pass
def keep(f): pass
keep(run)
//- b.js
const express = require("express");
const app = express();
function handler(req, res) {}
function guard() {}
app.get("/x", guard, handler);
app.get("setting");
app.post("/y", { handler, schema: {} });
window.addEventListener("load", handler);
setTimeout(handler, 10);
_.get(app, handler);
//- c.go
package main
import "net/http"
func serve(w http.ResponseWriter, r *http.Request) {}
func main() { http.HandleFunc("/x", serve) }
//- d.c
#include <pthread.h>
void *work(void *x) { return x; }
int main(void) { pthread_create(0, 0, work, 0); return 0; }
//- E.java
class E {
  void run() {}
  void go(ExecutorService pool) { new Thread(this::run).start(); pool.submit(this::run); }
}
`,
    `
go → run task
go → run task
start → run task
start → run event
b.js → guard route, handler route
b.js → handler route
b.js → handler event
b.js → handler task
main → serve route
main → work task
`,
  ],
  "functions of the codebase are no libraries": [
    `
//- a.py
def path(route, view): pass
def home(): pass
path("", home)
register("x", home)
`,
    "",
  ],
};

for (const [title, [text, registrations]] of Object.entries(CASES))
  test(title, async () => {
    const files = await Promise.all(
      filesOf(text.trimStart()).map(async (file) => ({
        ...file,
        facts: await analyze(file.path, file.text),
      })),
    );
    const project = factsProject(files);
    const resolution = new Evaluator(project);
    const nameOf = ({ file, scope }: { readonly file: number; readonly scope: number }): string =>
      (scope === 0 ? project.paths[file] : resolution.index(file)?.flow.scopes[scope]?.name) ?? "";
    const all = [...project.paths.keys()].flatMap((file) => registrationsIn(resolution, file));
    const printed = ({ from, targets }: Registration): string =>
      `${nameOf(from)} → ${targets.map((target) => `${nameOf(target)} ${target.via}`).join(", ")}`;
    expect(all.map(printed).join("\n")).toBe(registrations.trim());
    // Each is found from its targets, too.
    for (const registration of all)
      for (const target of registration.targets)
        expect(registrationsOf(resolution, target)).toContain(registration);
  });
