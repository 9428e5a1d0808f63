import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Entries } from './record-page.tsx';

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
                {fieldName(field)}: {[before, after].filter((value) => value !== null).join(' → ')}
              </div>
            ))}
          </>
        ),
      }))}
    />
  );
}
