import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { Select, TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { PostForm, SubmitButton, usePostedForm } from '#ui/components/parts/fields/post-form.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { fullName, useLearner, writtenEmail } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './contact.module.css';
import { type ContactValues, contactSchema, contactTopics, emptyContact } from './contact-schema.ts';

/** Topic and question to prefill a message with. */
export interface AskedQuestion {
  readonly topic: (typeof contactTopics)[number];
  readonly question: string;
}

interface ContactFormProps {
  /** Question that prefills topic and message, unless another message was typed. The message then takes the focus. */
  readonly asked?: AskedQuestion | null;
  /** E-mail address of a visitor whose message was sent without JavaScript, else null. */
  readonly sentBy?: string | null;
  /** Stores unsent input while the form is unmounted. */
  readonly draft?: RefObject<ContactValues | null>;
}

/** The form for a message to the shop, prefilled with a learner's name and e-mail address. */
export function ContactForm({ sentBy = null, asked = null, draft }: ContactFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const locale = useLocale();
  const learner = useLearner();
  const [sentTo, setSentTo] = useState(sentBy);
  const typed = draft?.current;
  const form = useSchemaForm(contactSchema, {
    posted: usePostedForm('contact'),
    defaultValues: {
      ...emptyContact,
      ...typed,
      name: typed?.name || (learner === null ? '' : fullName(learner)),
      email: typed?.email || writtenEmail(learner),
    },
  });

  const keep = useEffectEvent(() => {
    if (draft !== undefined) draft.current = sentTo === null ? form.getValues() : null;
  });
  useEffect(() => () => keep(), []);

  const carried = useRef('');
  const carry = useEffectEvent(({ topic, question }: AskedQuestion) => {
    const message = form.getValues('message').trim();
    if (message === '' || message === carried.current) {
      form.setValue('topic', topic);
      form.setValue('message', `${question}\n\n`);
      carried.current = question;
    }
    form.setFocus('message');
  });
  useEffect(() => {
    if (asked !== null) carry(asked);
  }, [asked]);

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
    <PostForm
      action={localePath(locale, '/kontakt')}
      className={styles.form}
      refusal={form.refusal}
      onSubmit={submit}
    >
      <TextField label={t('contact.name')} autoComplete="name" {...form.field('name')} />
      <TextField type="email" label={t('contact.email')} autoComplete="email" {...form.field('email')} />
      <Select label={t('contact.about')} {...form.field('topic')}>
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
        <SubmitButton form="contact" size="large" isLoading={form.isSubmitting}>
          {t('contact.send')}
        </SubmitButton>
      </div>
      <p className={styles.note}>{t('contact.privacy')}</p>
    </PostForm>
  );
}
