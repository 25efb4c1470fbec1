/** A choice of one of a few values, all of them visible. */
interface ChoiceProps<Value extends string | number> {
  readonly name: string;
  readonly values: readonly Value[];
  readonly value: string | number;
  readonly titleOf?: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

export function Choice<Value extends string | number>({
  name,
  values,
  value,
  titleOf,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend>{name}</legend>
      {values.map((one) => (
        <label key={one} title={titleOf?.(one) ?? ""}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />
          <span>{one}</span>
        </label>
      ))}
    </fieldset>
  );
}
