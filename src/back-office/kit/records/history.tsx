import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { RecordedChange } from '#core/model/operator.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Entries } from './record-page.tsx';
import { useShownChanges } from './shown-changes.ts';

interface HistoryProps {
  readonly changes: readonly RecordedChange[];
  /** Record type, if its fields have their own labels. */
  readonly of?: 'coupon';
}

/** Who changed a record, when, and from what to what. */
export function History({ changes, of }: HistoryProps) {
  const { moment } = useFormats();
  const name = useNames();
  const shownChanges = useShownChanges(of);
  return (
    <Entries
      entries={changes.map(({ at, by, action, values }, index) => ({
        // The same action can happen twice at one instant, for example on two lines.
        key: `${at}-${action}-${index}`,
        title: name('change', action),
        detail: (
          <>
            {shownEmail(by)} · {moment(at)}
            {shownChanges(values).map(({ field, text }) => (
              <div key={field}>{text}</div>
            ))}
          </>
        ),
      }))}
    />
  );
}
