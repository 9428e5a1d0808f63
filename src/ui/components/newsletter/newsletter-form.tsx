import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewsletterWidget } from '#core/model/content.ts';
import type { Learner } from '#core/model/user.ts';
import { lengths } from '#core/model/values.ts';
import { Button } from '#ui/components/button.tsx';
import { Checkbox, TextField } from '#ui/components/form-fields.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { Notice } from '#ui/components/notice.tsx';

import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './newsletter-box.module.css';

interface NewsletterFormProps {
  readonly widget: NewsletterWidget;
  readonly source: string;
  /** Whose address is filled in; null for a guest. */
  readonly learner: Learner | null;
}

interface Faults {
  readonly email?: string | undefined;
  readonly consent?: string | undefined;
  readonly whole?: string | undefined;
}

/** Address and consent; learners can decline for good. Without the form library, because it is on the home page. */
export function NewsletterForm({ widget, source, learner }: NewsletterFormProps) {
  const { t } = useTranslation('component');
  const { actions } = useShop();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [faults, setFaults] = useState<Faults>({});
  const declining = useBusy();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function send(form: HTMLFormElement): Promise<void> {
    const { address, consent } = inputsOf(form);
    const wrong = {
      email: address.value.trim() === '' ? t('newsletter.email_missing') : undefined,
      consent: consent.checked ? undefined : t('newsletter.consent_missing'),
    };
    if (wrong.email === undefined && !address.validity.valid) wrong.email = t('newsletter.email_wrong');
    setFaults(wrong);
    if (wrong.email !== undefined) return address.focus();
    if (wrong.consent !== undefined) return consent.focus();
    const response = await actions.subscribeToNewsletter({ email: address.value.trim(), source });
    if (response.ok) return setSentTo(address.value.trim());
    const ofField = response.error.fields['/email'];
    setFaults(ofField === undefined ? { whole: failureText(response.error) } : { email: ofField });
    if (ofField !== undefined) address.focus();
  }

  async function decline(): Promise<void> {
    const response = await actions.updateProfile({ declined_newsletter: true });
    if (response.ok) document.getElementById('content')?.focus({ preventScroll: true });
    else setFaults({ whole: failureText(response.error) });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    void run(() => send(form));
  }

  if (sentTo !== null) {
    return (
      <Notice tone="success" title={t('newsletter.sent_title')} isLive>
        {t('newsletter.sent', { email: sentTo })}
      </Notice>
    );
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        type="email"
        name="email"
        label={t('newsletter.email')}
        autoComplete="email"
        maxLength={lengths.email}
        required
        defaultValue={learner?.email}
        error={faults.email}
      />
      <Button type="submit" kind="outline" isLoading={isBusy} className={styles.button}>
        {widget.button}
      </Button>
      <div className={styles.consent}>
        <Checkbox name="consent" required error={faults.consent}>
          {widget.consent}
        </Checkbox>
        <p className={styles.note}>
          {t('newsletter.note')} <ShopLink to="/datenschutz">{t('consent.privacy')}</ShopLink>
        </p>
        {learner !== null && (
          <Button kind="text" isLoading={declining.isBusy} onClick={() => declining.run(decline)}>
            {t('newsletter.decline')}
          </Button>
        )}
        {faults.whole !== undefined && <Notice tone="error">{faults.whole}</Notice>}
      </div>
    </form>
  );
}

function inputsOf(form: HTMLFormElement) {
  const { elements } = form;
  return {
    address: elements.namedItem('email') as HTMLInputElement,
    consent: elements.namedItem('consent') as HTMLInputElement,
  };
}
