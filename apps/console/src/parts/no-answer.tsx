/** A question that no answer came to: the server is gone, or what came is no answer. */
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
