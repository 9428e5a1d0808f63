import { useTranslation } from 'react-i18next';
import type { OutboxMail } from '#api/operations/correspondence-endpoints.ts';
import { Tag } from '#back-office/kit/tag.tsx';

/** State of a mail: sent, failed or waiting. */
export function MailStateTag({
  mail: { sent_at, failed_at },
}: {
  readonly mail: Pick<OutboxMail, 'sent_at' | 'failed_at'>;
}) {
  const { t } = useTranslation('backOffice');
  if (sent_at !== null) return <Tag tone="good">{t('order.sent')}</Tag>;
  return failed_at !== null ? (
    <Tag tone="bad">{t('order.failed')}</Tag>
  ) : (
    <Tag tone="waiting">{t('order.waiting')}</Tag>
  );
}
