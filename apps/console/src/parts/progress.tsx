/** How far a run is. @param pct 0 to 100; null while nobody knows */
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
