import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button/button.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './redeem.module.css';

interface CodeFormProps {
  /** From the address of a gift sheet's QR code. */
  readonly initialCode: string;
}

/** Asks for the code and looks it up; nothing is used up yet. */
export function CodeForm({ initialCode }: CodeFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [code, setCode] = useState(initialCode);
  const [error, setError] = useState<string | null>(null);

  async function lookUp(): Promise<void> {
    setError(null);
    if (code.trim() === '') return setError(t('redeem.missing'));
    const answer = await actions.lookUpCode(code.trim());
    if (!answer.ok) setError(failureText(answer.error));
  }

  // Whoever comes by a gift sheet or back from the login sees at once what the code holds.
  const arrive = useEffectEvent(() => {
    if (initialCode !== '') void run(lookUp);
  });
  useEffect(() => arrive(), []);

  return (
    <form
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(lookUp);
      }}
    >
      <TextField
        label={t('redeem.code')}
        hint={t('redeem.code_hint')}
        error={error}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" size="large" isWide isLoading={isBusy}>
        {t('redeem.look_up')}
      </Button>
    </form>
  );
}
