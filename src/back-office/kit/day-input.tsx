import { firstDay, lastDay } from '#core/model/primitives.ts';
import { useUrlField } from './use-url-field.ts';

interface DayInputProps {
  readonly id: string;
  /** `YYYY-MM-DD`; empty for none. */
  readonly value: string;
  /** Called with a complete day, or with an empty string. */
  readonly onChange: (day: string) => void;
}

/** Date input for a day in the URL. */
export function DayInput({ id, value, onChange }: DayInputProps) {
  const { typed, type, apply } = useUrlField(value, onChange);
  return (
    <input
      id={id}
      type="date"
      value={typed}
      min={firstDay}
      max={lastDay}
      onChange={({ target }) => {
        // Browsers report an incomplete year as one of four digits, such as 0202.
        if (target.validity.valid) apply(target.value);
        else type(target.value);
      }}
      onBlur={({ target }) => {
        if (!target.validity.valid) type(value);
      }}
    />
  );
}
