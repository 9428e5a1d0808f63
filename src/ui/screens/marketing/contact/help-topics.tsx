import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { matchesQuery } from '#core/rules/content/help-search.ts';
import type { AskedQuestion } from '#ui/components/marketing/contact-form.tsx';
import type { contactTopics } from '#ui/components/marketing/contact-schema.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import questions from '#ui/components/parts/questions.module.css';
import styles from './help-topics.module.css';

interface Topic {
  readonly key: 'return' | 'gift' | 'redeem' | 'cancel' | 'invoice' | 'parcel' | 'login';
  /** Page on which the topic is handled. */
  readonly to: Route;
  /** Topic of the contact form for a message about it. */
  readonly about: (typeof contactTopics)[number];
}

const topics: readonly Topic[] = [
  { key: 'return', to: '/widerrufsbelehrung', about: 'contract' },
  { key: 'gift', to: '/bestellung', about: 'gift' },
  { key: 'redeem', to: '/redeem', about: 'gift' },
  { key: 'cancel', to: '/kuendigung', about: 'contract' },
  { key: 'invoice', to: '/bestellung', about: 'order' },
  { key: 'parcel', to: '/bestellung', about: 'order' },
  { key: 'login', to: '/auth/login', about: 'other' },
];

/** Common questions with a search over the answers (docs/behaviour/content.md#help). */
export function HelpTopics({ onAsk }: { readonly onAsk: (asked: AskedQuestion) => void }) {
  const { t } = useTranslation('help');
  const [typed, setTyped] = useState('');
  const found = topics.filter(({ key }) =>
    matchesQuery(
      typed,
      `${t(`topic.${key}.question`)} ${t(`topic.${key}.answer`)} ${t(`topic.${key}.words`)}`,
    ),
  );
  const question = typed.trim();
  return (
    <section className={styles.help} aria-labelledby="help-title">
      <h2 id="help-title">{t('title')}</h2>
      <search className={styles.search}>
        <TextField
          type="search"
          name="help"
          label={t('search')}
          placeholder={t('placeholder')}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <p role="status" className={styles.status}>
        {question !== '' && (found.length === 0 ? t('none') : t('found', { count: found.length }))}
      </p>
      {found.map(({ key, to, about }) => (
        <details key={key} className={questions.entry}>
          <summary className={questions.question}>{t(`topic.${key}.question`)}</summary>
          <div className={styles.answer}>
            <p>{nonBreaking(t(`topic.${key}.answer`))}</p>
            <div className={styles.ways}>
              <LinkButton to={to} kind="outline">
                {t(`topic.${key}.link`)}
              </LinkButton>
              <Button
                kind="text"
                aria-label={t('write_of', { question: t(`topic.${key}.question`) })}
                onClick={() => onAsk({ topic: about, question: question || t(`topic.${key}.question`) })}
              >
                {t('write')}
              </Button>
            </div>
          </div>
        </details>
      ))}
      {question !== '' && found.length === 0 && (
        <Button kind="outline" onClick={() => onAsk({ topic: 'other', question })}>
          {t('write')}
        </Button>
      )}
    </section>
  );
}
