import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { storedFor } from '#core/rules/basics/stored-data.ts';
import { type ConsentChoice, noPurpose } from '#core/rules/tracking/consent.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './consent-choices.module.css';

const purposes = ['preferences', 'statistics', 'marketing'] as const;

interface ChoicesProps {
  readonly initial: ConsentChoice;
  readonly onDecide: (choice: ConsentChoice) => void;
}

/**
 * One checkbox per purpose; necessary cookies are listed and cannot be refused. Without JavaScript the form is sent to
 * the privacy page. `PostForm` is not used, because every page would then list its files.
 */
export function ConsentChoices({ initial, onDecide }: ChoicesProps) {
  const { t } = useTranslation('component');

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onDecide({
      preferences: fields.has('preferences'),
      statistics: fields.has('statistics'),
      marketing: fields.has('marketing'),
    });
  }

  return (
    <form method="post" action={localePath(useLocale(), '/datenschutz')} onSubmit={submit}>
      <fieldset className={styles.choices}>
        <legend>{t('consent.purposes')}</legend>
        <p className={styles.text}>
          {t('consent.necessary')} <small>({storedFor('necessary').join(', ')})</small>
        </p>
        {purposes.map((purpose) => (
          // The key resets the checkbox when the choice is changed elsewhere.
          <Checkbox key={`${purpose} ${initial[purpose]}`} name={purpose} defaultChecked={initial[purpose]}>
            {t(`consent.${purpose}`)} <small>({storedFor(purpose).join(', ')})</small>
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button type="submit" name="form" value="consent" worksWithoutScript kind="outline">
          {t('consent.save')}
        </Button>
        <Button
          type="submit"
          name="form"
          value="refuse_consent"
          worksWithoutScript
          kind="outline"
          onClick={(event) => {
            event.preventDefault();
            onDecide(noPurpose);
          }}
        >
          {t('consent.none')}
        </Button>
      </div>
    </form>
  );
}
