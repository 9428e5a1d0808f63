import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentChoice } from '#core/rules/consent.ts';
import { storedFor } from '#core/rules/stored-data.ts';
import { Button } from '#ui/components/button.tsx';
import { Checkbox } from '#ui/components/form-fields.tsx';
import styles from './consent-banner.module.css';

const purposes = ['preferences', 'statistics', 'marketing'] as const;
const nothing: ConsentChoice = { preferences: false, statistics: false, marketing: false };

interface ChoicesProps {
  readonly initial: ConsentChoice;
  readonly onDecide: (choice: ConsentChoice) => void;
}

/** One checkbox per purpose; necessary cookies are mentioned and cannot be refused. */
export function ConsentChoices({ initial, onDecide }: ChoicesProps) {
  const { t } = useTranslation('component');
  const [{ preferences, statistics, marketing }, setChoice] = useState<ConsentChoice>(initial);
  const choice: ConsentChoice = { preferences, statistics, marketing };

  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{t('consent.purposes')}</legend>
        <p className={styles.text}>
          {t('consent.necessary')} <small>({storedFor('necessary').join(', ')})</small>
        </p>
        {purposes.map((purpose) => (
          <Checkbox
            key={purpose}
            checked={choice[purpose]}
            onChange={(event) => setChoice({ ...choice, [purpose]: event.target.checked })}
          >
            {t(`consent.${purpose}`)} <small>({storedFor(purpose).join(', ')})</small>
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button kind="outline" onClick={() => onDecide(choice)}>
          {t('consent.save')}
        </Button>
        <Button kind="outline" onClick={() => onDecide(nothing)}>
          {t('consent.none')}
        </Button>
      </div>
    </>
  );
}
