/** Satori's web console: shows what the tools answer, through the same calls that agents make. */
import { render } from "preact";
import { App } from "./app.tsx";
import { begin } from "./connection/connection.ts";
import { followAddress } from "./routing/navigation.ts";

const page = document.getElementById("page");
if (page === null) throw new Error("the page has no place for its content");
followAddress();
render(<App />, page);
begin();
