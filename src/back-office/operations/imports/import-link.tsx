import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOperator } from '#back-office/kit/use-operator.ts';
import type { Permission } from '#core/model/operator.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';

interface ImportLinkProps {
  readonly to: string;
  readonly permission: Permission;
  readonly text: 'catalogue.import' | 'customers.import';
}

/** Link to the import of a list. Renders nothing without permission. */
export function ImportLink({ to, permission, text }: ImportLinkProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  if (!permissions.includes(permission)) return null;
  return (
    <Link to={to} className={buttonClasses({ kind: 'outline' })}>
      {t(text)}
    </Link>
  );
}
