import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { lengths } from '#core/model/values.ts';
import { Button } from '#ui/components/button.tsx';
import { Select, TextArea, TextField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { emailField, optionalText, requiredText } from '#ui/forms/field-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { fullName, useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './contact.module.css';

const contactTopics = ['order', 'course', 'gift', 'contract', 'other'] as const;

const contactSchema = z.object({
  name: requiredText('Bitte nennen Sie Ihren Namen.', lengths.contactName, 'Das ist zu lang.'),
  email: emailField,
  topic: z.enum(contactTopics),
  order_code: optionalText(lengths.code, 'Das ist zu lang.'),
  message: requiredText(
    'Bitte schreiben Sie uns, worum es geht.',
    lengths.message,
    'Bitte kürzen Sie Ihre Nachricht auf 5000 Zeichen.',
  ),
});

/** A message to the shop; a learner's name and address are filled in. */
export function ContactForm() {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const learner = useLearner();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm(contactSchema, {
    defaultValues: {
      name: learner === null ? '' : fullName(learner),
      email: learner?.email ?? '',
      topic: 'order' as const,
      order_code: '',
      message: '',
    },
  });

  const submit = form.handleSubmit(async ({ topic, order_code, ...words }) => {
    const response = await actions.sendMessage({
      ...words,
      topic: t(`contact.topic.${topic}`),
      order_code: order_code === '' ? null : order_code,
    });
    if (response.ok) setSentTo(words.email);
    else form.showFailure(response.error);
  });

  if (sentTo !== null) {
    return (
      <Notice tone="success" title={t('contact.sent_title')} isLive>
        {t('contact.sent', { email: sentTo })}
      </Notice>
    );
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField label={t('contact.name')} autoComplete="name" {...form.field('name')} />
      <TextField type="email" label={t('contact.email')} autoComplete="email" {...form.field('email')} />
      <Select label={t('contact.about')} {...form.register('topic')}>
        {contactTopics.map((topic) => (
          <option key={topic} value={topic}>
            {t(`contact.topic.${topic}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('contact.order_code')}
        hint={t('contact.order_code_hint')}
        isOptional
        autoComplete="off"
        {...form.field('order_code')}
      />
      <TextArea label={t('contact.message')} rows={7} {...form.field('message')} />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <div>
        <Button type="submit" size="large" isLoading={form.isSubmitting}>
          {t('contact.send')}
        </Button>
      </div>
      <p className={styles.note}>{t('contact.privacy')}</p>
    </form>
  );
}
