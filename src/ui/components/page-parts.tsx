import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/navigation.ts';
import { classNames } from '#ui/components/class-names.ts';
import { ShopLink } from '#ui/components/links.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './page-parts.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The opening of a plain page: its one h1 and a lead. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={text.lead}>{lead}</p>}
      {children}
    </div>
  );
}

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly id?: string | undefined;
  readonly lead?: ReactNode;
  /** At the end of the line, for example a link to all of it. */
  readonly children?: ReactNode;
}

/** The head of a section: title, a sentence if need be, and a way on. */
export function SectionHead({ title, id, lead, children }: SectionHeadProps) {
  return (
    <div className={styles.sectionHead}>
      <h2 id={id}>{title}</h2>
      {children}
      {lead !== undefined && <p className={`${text.lead} ${styles.sectionLead}`}>{lead}</p>}
    </div>
  );
}

export interface BreadcrumbsProps {
  /** The pages above this one, outermost first. */
  readonly above: readonly { readonly title: string; readonly to: Route }[];
  /** This page. */
  readonly here: string;
}

/** Where the page stands. */
export function Breadcrumbs({ above, here }: BreadcrumbsProps) {
  const { t } = useTranslation('component');
  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumbs.label')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
      <ol role="list">
        {above.map((page) => (
          <li key={page.to}>
            <ShopLink to={page.to}>{page.title}</ShopLink>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}

interface SplitProps {
  readonly title: ReactNode;
  /** A sentence under the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section with its heading at the left and its matter at the right, 4:8; on small screens one after the other. */
export function Split({ title, note, children }: SplitProps) {
  const id = useId();
  return (
    <section className={`${layout.wrap} ${layout.section} ${styles.split}`} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** A list without markers that stays a list for screen readers: Safari drops the role where list-style is none. */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: not redundant in Safari
  return <ul role="list" {...props} />;
}

interface EmptyStateProps {
  readonly title: ReactNode;
  /** One sentence. */
  readonly children: ReactNode;
  /** One way on. */
  readonly action?: ReactNode;
  readonly headingLevel?: 2 | 3 | undefined;
  readonly className?: string | undefined;
}

/** What stands where nothing is, or where something did not arrive: a title, a sentence, one way on. */
export function EmptyState({ title, children, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classNames(styles.empty, className)}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.words}>{children}</p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
