import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { Select, TextArea, TextField } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';

import { assignFailure } from '#ui/forms/assign-failure.ts';
import { contactSchema, contactTopics } from '#ui/forms/contact-schema.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';

import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './contact.module.css';

/** Writes to the people behind the shop; who is logged in need not say who they are. */
export function ContactForm() {
  const { t } = useTranslation('base');
  const { actions, stores } = useShop();
  const learner = useStore(stores.session, (state) => (state.status === 'logged_in' ? state.learner : null));
  const formText = useFormText();
  const failureText = useFailureText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: {
      name: learner === null ? '' : `${learner.firstname} ${learner.lastname}`.trim(),
      email: learner?.email ?? '',
      topic: 'order' as const,
      order_code: '',
      message: '',
    },
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));

  const submit = handleSubmit(async ({ topic, order_code, ...words }) => {
    const answer = await actions.sendMessage({
      ...words,
      topic: t(`contact.topic.${topic}`),
      order_code: order_code === '' ? null : order_code,
    });
    if (answer.ok) setSentTo(words.email);
    else if (!assignFailure(answer.error, ['name', 'email', 'message', 'order_code'], setError)) {
      setError('root', { type: 'host', message: failureText(answer.error) });
    }
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
      <TextField
        label={t('contact.name')}
        autoComplete="name"
        error={said(errors.name?.message)}
        {...register('name')}
      />
      <TextField
        type="email"
        label={t('contact.email')}
        autoComplete="email"
        error={said(errors.email?.message)}
        {...register('email')}
      />
      <Select label={t('contact.about')} {...register('topic')}>
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
        error={said(errors.order_code?.message)}
        {...register('order_code')}
      />
      <TextArea
        label={t('contact.message')}
        rows={7}
        error={said(errors.message?.message)}
        {...register('message')}
      />
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <div>
        <Button type="submit" size="large" isLoading={isSubmitting}>
          {t('contact.send')}
        </Button>
      </div>
      <p className={styles.note}>{t('contact.privacy')}</p>
    </form>
  );
}
