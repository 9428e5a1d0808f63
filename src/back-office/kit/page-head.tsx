import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Link to the list of this record. */
  readonly back?: { readonly to: string; readonly label: string };
  /** State tags beside the title. */
  readonly tags?: ReactNode;
  readonly actions?: ReactNode;
}

/** Page header with title and actions; also sets the document title. */
export function PageHead({ title, back, tags, actions }: PageHeadProps) {
  const { t } = useTranslation('backOffice');
  useEffect(() => {
    document.title = `${title} · ${t('shell.name')}`;
  }, [title, t]);
  return (
    <header className={styles.head}>
      {back !== undefined && (
        <Link to={back.to} className={styles.back}>
          <Icon name="chevron_right" />
          {back.label}
        </Link>
      )}
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        {tags !== undefined && <div className={styles.tags}>{tags}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}
