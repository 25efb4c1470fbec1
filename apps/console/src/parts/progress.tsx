/** The progress of a run. @param pct 0 to 100; null if unknown */
export function Progress({ pct, label }: { readonly pct: number | null; readonly label: string }) {
  return (
    <div class="progress">
      <progress max={100} {...(pct === null ? {} : { value: pct })} aria-label={label} />
      <span class="quiet">
        {label}
        {pct === null ? "" : `, ${Math.floor(pct)} %`}
      </span>
    </div>
  );
}
