import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Entries } from './record-page.tsx';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value as people read it: moments by the shop's clock, a list of words without its brackets. */
export function shownValue(value: string, moment: (at: string) => string): string {
  if (instant.test(value)) return moment(value);
  return /^\["[^"]*"(,"[^"]*")*\]$/.test(value) ? value.slice(2, -2).split('","').join(', ') : value;
}

interface HistoryProps {
  readonly changes: readonly RecordedChange[];
  /** What was changed, where its fields have names of their own. */
  readonly of?: 'coupon';
}

/** Who changed a record, when, and from what to what. */
export function History({ changes, of }: HistoryProps) {
  const { moment } = useFormats();
  const name = useNames();
  const fieldName = (field: string) => {
    const own = of === undefined ? field : name(`${of}Field`, field);
    return own === field ? name('field', field) : own;
  };
  return (
    <Entries
      entries={changes.map(({ at, by, action, values }) => ({
        key: `${at}-${action}`,
        title: name('change', action),
        detail: (
          <>
            {shownEmail(by)} · {moment(at)}
            {values.map(({ name: field, before, after }) => (
              <div key={field}>
                {fieldName(field)}:{' '}
                {[before, after]
                  .flatMap((value) => (value === null ? [] : shownValue(value, moment)))
                  .join(' → ')}
              </div>
            ))}
          </>
        ),
      }))}
    />
  );
}
