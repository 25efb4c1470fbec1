/** A choice of one of a few values, all of them visible. */
interface ChoiceProps<Value extends string | number> {
  readonly name: string;
  readonly values: readonly Value[];
  readonly value: string | number;
  readonly titleOf?: (value: Value) => string;
  /** Default: the value itself. */
  readonly labelOf?: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

export function Choice<Value extends string | number>({
  name,
  values,
  value,
  titleOf,
  labelOf,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend>{name}</legend>
      {values.map((one) => (
        <label key={one} title={titleOf?.(one) ?? ""}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />
          <span>{labelOf?.(one) ?? one}</span>
        </label>
      ))}
    </fieldset>
  );
}
