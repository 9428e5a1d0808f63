import { useTranslation } from 'react-i18next';
import { Tag } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import styles from './mail-list.module.css';
import { Entries } from './record-page.tsx';

interface SentMail {
  readonly id: string;
  readonly template: string;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly failed_at: string | null;
  readonly subject: string | null;
  readonly text: string | null;
}

/** Collapsible list of mails with their texts as sent. */
export function MailList({ mails }: { readonly mails: readonly SentMail[] }) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const name = useNames();
  return (
    <Entries
      entries={mails.map(({ id, template, created_at, sent_at, failed_at, subject, text }) => ({
        key: id,
        title: name('mail', template),
        detail: (
          <>
            {[subject, moment(sent_at ?? failed_at ?? created_at)].filter(Boolean).join(' · ')}
            {text !== null && (
              <details>
                <summary className={styles.summary}>{t('letters.read')}</summary>
                <pre className={styles.text}>{text}</pre>
              </details>
            )}
          </>
        ),
        end: (
          <Tag tone={sent_at !== null ? 'good' : failed_at !== null ? 'bad' : 'waiting'}>
            {t(sent_at !== null ? 'order.sent' : failed_at !== null ? 'order.failed' : 'order.waiting')}
          </Tag>
        ),
      }))}
    />
  );
}
