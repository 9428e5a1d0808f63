import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOperator } from '#back-office/kit/use-operator.ts';
import type { AuditedRecord } from '#core/model/audit-log.ts';

interface HistoryLinkProps {
  readonly type: AuditedRecord;
  readonly id: string;
}

/** Link to the audit log of a record. Renders nothing without permission. */
export function HistoryLink({ type, id }: HistoryLinkProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  if (!permissions.includes('audit.read')) return null;
  return (
    <Link to={`/audit?${new URLSearchParams({ record_type: type, record_id: id })}`}>
      {t('history.title')}
    </Link>
  );
}
