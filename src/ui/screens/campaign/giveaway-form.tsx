import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '#core/rules/marketing.ts';
import { Button } from '#ui/components/button/button.tsx';
import { Checkbox } from '#ui/components/choice/choice.tsx';
import { Notice } from '#ui/components/notice/notice.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { TextField } from '#ui/components/text-field/text-field.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import styles from './campaign.module.css';

interface GiveawayFormProps {
  readonly giveaway: NonNullable<Campaign['giveaway']>;
}

/** One address takes part, with or without the newsletter; a second entry is answered alike (decisions §5). */
export function GiveawayForm({ giveaway }: GiveawayFormProps) {
  const { t } = useTranslation(['base', 'component']);
  const { actions, stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [fault, setFault] = useState<{ readonly email?: string; readonly whole?: string }>({});
  const [entered, setEntered] = useState<{ readonly email: string; readonly newsletter: boolean } | null>(
    null,
  );

  async function enter(form: HTMLFormElement): Promise<void> {
    const address = form.elements.namedItem('email') as HTMLInputElement;
    const newsletter = (form.elements.namedItem('newsletter') as HTMLInputElement).checked;
    const email = address.value.trim();
    const wrong = email === '' ? 'email_missing' : address.validity.valid ? null : 'email_wrong';
    setFault(wrong === null ? {} : { email: t(`component:newsletter.${wrong}`) });
    if (wrong !== null) return address.focus();
    const answer = await actions.enterGiveaway({ email, giveaway: giveaway.key, newsletter });
    if (answer.ok) return setEntered({ email, newsletter });
    const ofField = answer.error.fields['/email'];
    setFault(ofField === undefined ? { whole: failureText(answer.error) } : { email: ofField });
    if (ofField !== undefined) address.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    void run(() => enter(form));
  }

  if (entered !== null) {
    return (
      <Notice tone="success" title={t('campaign.entered_title')} isLive>
        {t('campaign.entered', { email: entered.email })}
        {entered.newsletter && ` ${t('campaign.entered_newsletter')}`}
      </Notice>
    );
  }
  if (!giveaway.is_running) return <Notice>{t('campaign.not_running')}</Notice>;
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} aria-label={giveaway.title}>
      <TextField
        type="email"
        name="email"
        label={t('component:newsletter.email')}
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={learner?.email}
        error={fault.email}
      />
      <Checkbox name="newsletter">{t('campaign.newsletter')}</Checkbox>
      <div>
        <Button type="submit" size="large" isLoading={isBusy}>
          {t('campaign.enter')}
        </Button>
      </div>
      <p className={styles.note}>
        {t('campaign.privacy')} <ShopLink to="/datenschutz">{t('component:consent.privacy')}</ShopLink>
      </p>
      {fault.whole !== undefined && <Notice tone="error">{fault.whole}</Notice>}
    </form>
  );
}
