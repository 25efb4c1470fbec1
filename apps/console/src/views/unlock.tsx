/** The form for the token that the server requires. */
import { useState } from "preact/hooks";
import { unlock } from "../connection/connection.ts";

export function Unlock({ wasRefused }: { readonly wasRefused: boolean }) {
  const [token, setToken] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (token.trim() !== "") void unlock(token);
  };
  return (
    <main class="narrow">
      <h1>Satori</h1>
      <form class="stacked" onSubmit={submit}>
        <label for="token">This server requires a token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          autofocus
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        {wasRefused ? (
          <p class="problem" role="alert">
            The token is wrong.
          </p>
        ) : null}
        <button type="submit" class="main">
          Unlock
        </button>
        <p class="quiet">
          Use the value of <code>SATORI_HTTP_TOKEN</code> on the server; <code>satori console</code> prints an
          address that contains it. This tab keeps it until it is closed.
        </p>
      </form>
    </main>
  );
}
