import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "a function that is put into an object of a library is called by its name on such an object": {
    files: `
      //- app.js
      import express from "express";
      const app = express();
      app.start = function () {
        listen();
      };
      app.start();
      export default app;
      function listen() {}
      //- compose.js
      export function compose() {
        const { signal } = new AbortController();
        signal.release = () => stop();
        return signal;
      }
      function stop() {}
      //- main.js
      import app from "./app.js";
      import { compose } from "./compose.js";
      import other from "other";
      function main() {
        app.start();
        other.start();
        const composed = compose();
        composed.release();
        other().release();
      }
    `,
    edges: `
      start → listen
      app.js → start
      compose.release → stop
      main → start
      main → compose
      main → compose.release possible
    `,
  },
  "a name that many libraries have is called on the very variable alone": {
    files: `
      //- app.js
      import express from "express";
      const app = express();
      export default app;
      //- extend.js
      import express from "express";
      import app from "./app.js";
      app.start = () => {};
      const another = express();
      app.start();
      another.start();
    `,
    edges: `
      extend.js → start possible
    `,
  },
  "of an object that is derived from a library's class, under a computed key": {
    files: `
      //- stream.js
      import stream from "stream";
      const kState = Symbol("state");
      class Throttled extends stream.Transform {
        _read() {
          const state = this[kState];
          state.onRead();
        }
        _transform() {
          const state = this[kState];
          state.onRead = () => {};
        }
      }
    `,
    edges: `
      Throttled._read → Throttled._transform.onRead possible
    `,
  },
  "what is put under the name of a library is not what others call": {
    files: `
      //- quiet.test.js
      console.log = () => {};
      Date.now = () => 5;
      //- tell.js
      export function tell() {
        console.log(Date.now());
      }
    `,
    edges: "",
  },
  "what all objects of a library's type are given is called on each of them": {
    files: `
      //- core.js
      Date.prototype.inWords = function inWords() {};
      String.prototype.asDate = function asDate() {};
      Array.prototype.latest = function latest() {};
      //- page.js
      function show(field) {
        const day = new Date();
        day.inWords();
        new Date(5).inWords();
        "2024".asDate();
        [1, 2].latest();
        new Map().inWords();
      }
    `,
    edges: `
      show → inWords possible
      show → inWords possible
      show → asDate possible
      show → latest possible
    `,
  },
  "a plugin of jQuery is called on what jQuery finds": {
    files: `
      //- slider.js
      $.fn.slider = function slider() {};
      jQuery.fn.carousel = function carousel() {};
      //- page.js
      function start() {
        $(".x").slider({});
        $(".y").addClass("on").carousel();
        jQuery(".z").slider();
      }
    `,
    edges: `
      start → slider possible
      start → carousel possible
      start → slider possible
    `,
  },
});
