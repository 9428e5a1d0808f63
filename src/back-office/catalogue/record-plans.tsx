import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { CatalogueRecord } from '#core/model/catalogue-record.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './record-fields.module.css';
import { shopTime } from './shop-time.ts';
import { usePathName } from './use-field-name.ts';

interface PlanDialogProps {
  readonly record: CatalogueRecord;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPlan: (at: string) => void;
}

/** Returns the fields of a published record that earlier plans will have changed at `at`. */
export function fieldsSetBefore(
  { published, plans }: Pick<CatalogueRecord, 'published' | 'plans'>,
  at: string,
): readonly string[] {
  const earlier = plans.filter(
    ({ state, publish_at }) => state === 'planned' && publish_at !== null && publish_at <= at,
  );
  return published === null ? [] : [...new Set(earlier.flatMap(({ fields }) => fields))];
}

/**
 * Asks for the publication time of the form, in the shop's time zone. The form does not contain the changes of earlier
 * plans, so this plan would revert them; the dialog warns about that.
 */
export function PlanDialog({ record, isOpen, onClose, onPlan }: PlanDialogProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const [day, setDay] = useState('');
  const [time, setTime] = useState('09:00');
  const [isAsked, setAsked] = useState(false);
  const at = shopTime(day, time);
  const isPossible = at !== null && Date.parse(at) > Date.now();
  const placeOf = usePathName([record.value]);
  const setBefore = at === null ? [] : fieldsSetBefore(record, at);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPossible) onPlan(at);
    else setAsked(true);
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('catalogue.plan')}>
      <form className={styles.fields} noValidate onSubmit={submit}>
        <p>{t('catalogue.planText')}</p>
        <TextField
          type="date"
          label={t('catalogue.planDay')}
          value={day}
          error={isAsked && !isPossible ? t('catalogue.planPast') : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField
          type="time"
          label={t('catalogue.planTime')}
          hint={isPossible ? t('catalogue.planAt', { at: moment(at) }) : t('catalogue.planZone')}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <p role="status">
          {setBefore.length > 0 && t('catalogue.planAfter', { fields: setBefore.map(placeOf).join(', ') })}
        </p>
        <Button type="submit">{t('catalogue.plan')}</Button>
      </form>
    </Dialog>
  );
}

interface PlansProps {
  readonly record: CatalogueRecord;
  readonly onShow: (number: number) => void;
  /** Null without permission to edit. */
  readonly onCallOff: ((number: number) => void) | null;
}

/** Scheduled publications, and those that failed. */
export function Plans({ record: { plans, value }, onShow, onCallOff }: PlansProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const placeOf = usePathName([value]);
  return (
    <Entries
      entries={plans.map(({ number, state, publish_at, fields }) => ({
        key: String(number),
        title:
          state === 'refused' ? (
            <Tag tone="bad">{t('catalogue.planRefused', { at: moment(publish_at ?? '') })}</Tag>
          ) : (
            moment(publish_at ?? '')
          ),
        detail: fields.map(placeOf).join(', '),
        end: (
          <div className={styles.ask}>
            <Button kind="text" onClick={() => onShow(number)}>
              {t('catalogue.compare')}
            </Button>
            {onCallOff !== null && (
              <Button kind="text" onClick={() => onCallOff(number)}>
                {t(state === 'refused' ? 'catalogue.planNoted' : 'catalogue.callOff')}
              </Button>
            )}
          </div>
        ),
      }))}
    />
  );
}
