/** A button that copies a text and confirms it for a moment. */
import { useState } from "preact/hooks";

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for screen readers: several buttons of a page may copy something. */
  readonly what?: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [told, setTold] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    // A page from another machine without TLS has no clipboard.
    const isCopied = await Promise.resolve(
      navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      ),
    );
    setTold(isCopied ? "Copied" : "Not allowed by the browser");
    setTimeout(() => setTold(null), SHOWN_MS);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span aria-live="polite">{told ?? "Copy"}</span>
      {what === undefined ? null : <span class="unseen"> {what}</span>}
    </button>
  );
}
