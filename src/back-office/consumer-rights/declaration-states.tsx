import { useTranslation } from 'react-i18next';
import type { OperatorDeclarationRow } from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { calendarDay, daysBetween } from '#core/rules/basics/calendar.ts';

interface DeclarationProps {
  readonly declaration: OperatorDeclarationRow;
}

const tones: Readonly<Record<OperatorDeclarationRow['state'], Tone>> = {
  received: 'waiting',
  matched: 'good',
  open: 'waiting',
  unmatched: 'quiet',
  answered: 'good',
};

/** State of a declaration, or the reason why it waits for an operator. */
export function DeclarationStateTag({ declaration: { state, open_reason } }: DeclarationProps) {
  const name = useNames();
  return (
    <Tag tone={tones[state]}>
      {open_reason === null ? name('declarationState', state) : name('openReason', open_reason)}
    </Tag>
  );
}

/** Days before the legal deadline from which it is shown as urgent. */
const urgentDays = 3;

/** Deadline for the answer. Renders nothing if no answer is due. */
export function DueTag({ declaration: { state, due_on } }: DeclarationProps) {
  const { t } = useTranslation('backOffice');
  const { day } = useFormats();
  if (state !== 'open') return null;
  if (due_on === null) return <Tag tone="waiting">{t('declarations.soon')}</Tag>;
  const left = daysBetween(calendarDay(Date.now()), due_on);
  return <Tag tone={left <= urgentDays ? 'bad' : 'waiting'}>{day(`${due_on}T12:00:00Z`)}</Tag>;
}
