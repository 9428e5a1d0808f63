import { firstDay, lastDay } from '#core/model/primitives.ts';
import { useTyped } from './use-typed.ts';

interface DayInputProps {
  readonly id: string;
  /** `YYYY-MM-DD`; empty for none. */
  readonly value: string;
  /** Called with a whole day, or with an empty text. */
  readonly onChange: (day: string) => void;
}

/** A day in the address of a page. */
export function DayInput({ id, value, onChange }: DayInputProps) {
  const { typed, type, apply } = useTyped(value, onChange);
  return (
    <input
      id={id}
      type="date"
      value={typed}
      min={firstDay}
      max={lastDay}
      onChange={({ target }) => {
        // A year that is only begun is one of four digits to the browser, such as 0202.
        if (target.validity.valid) apply(target.value);
        else type(target.value);
      }}
      onBlur={({ target }) => {
        if (!target.validity.valid) type(value);
      }}
    />
  );
}
