import { useTranslation } from 'react-i18next';
import type { NewsletterWidget } from '#core/model/content.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { EmailInput, useEmailForm } from '#ui/components/parts/fields/email-form.tsx';
import { PostForm, SubmitButton, usePostedForm, useRefusal } from '#ui/components/parts/fields/post-form.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { focusContent } from '#ui/hooks/overlays/focus-content.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './newsletter-box.module.css';

interface NewsletterFormProps {
  readonly widget: NewsletterWidget;
  readonly source: string;
}

const ids = { email: 'newsletter-email', checkbox: 'newsletter-checkbox' } as const;

/** E-mail field and consent. Learners can decline the newsletter permanently. */
export function NewsletterForm({ widget, source }: NewsletterFormProps) {
  const { t } = useTranslation('component');
  const { actions } = useShop();
  const locale = useLocale();
  const isLearner = useLearner() !== null;
  const failureText = useFailureText();
  const posted = usePostedForm('newsletter');
  const form = useEmailForm(({ email }) => actions.subscribeToNewsletter({ email, source }), posted);
  const refusal = useRefusal(posted, ids);
  const declining = useBusy();

  async function decline(): Promise<void> {
    const response = await actions.updateProfile({ declined_newsletter: true });
    if (response.ok) focusContent();
    else form.setErrors({ form: failureText(response.error) });
  }

  if (form.sent !== null) {
    return (
      <Notice tone="success" title={t('newsletter.sent_title')} isLive>
        {t('newsletter.sent', { email: form.sent.email })}
      </Notice>
    );
  }
  return (
    <PostForm
      action={localePath(locale, '/newsletter')}
      className={styles.form}
      refusal={refusal}
      onSubmit={form.submit}
    >
      <input type="hidden" name="source" value={source} />
      <EmailInput id={ids.email} error={form.errors.email} typed={posted?.values.email?.toString()} />
      <SubmitButton form="newsletter" kind="outline" isLoading={form.isBusy} className={styles.button}>
        {widget.button}
      </SubmitButton>
      <div className={styles.consent}>
        <Checkbox
          id={ids.checkbox}
          name="checkbox"
          required
          defaultChecked={posted?.values.checkbox === true}
          error={form.errors.checkbox}
        >
          {widget.consent}
        </Checkbox>
        <p className={styles.note}>
          {t('newsletter.note')} <ShopLink to="/datenschutz">{t('consent.privacy')}</ShopLink>
        </p>
        {isLearner && (
          <Button kind="text" isLoading={declining.isBusy} onClick={() => declining.run(decline)}>
            {t('newsletter.decline')}
          </Button>
        )}
        {form.errors.form !== undefined && <Notice tone="error">{form.errors.form}</Notice>}
      </div>
    </PostForm>
  );
}
