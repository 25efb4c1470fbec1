/** A call without an answer: the server is gone, or its response is not a valid answer. */
export function NoAnswer({ message, again }: { readonly message: string; readonly again: () => void }) {
  return (
    <section class="unanswered bad" role="alert">
      <h2>No answer</h2>
      <p>{message}</p>
      <p class="actions">
        <button type="button" onClick={again}>
          Try again
        </button>
      </p>
    </section>
  );
}
