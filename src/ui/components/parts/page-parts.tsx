import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from '#core/rules/basics/site-paths.ts';
import { classNames } from '#ui/components/parts/class-names.ts';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import layout from '#ui/styles/layout.module.css';
import textStyles from '#ui/styles/text.module.css';
import styles from './page-parts.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The head of a page without a hero: h1 and lead. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={textStyles.lead}>{lead}</p>}
      {children}
    </div>
  );
}

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly id?: string | undefined;
  readonly lead?: ReactNode;
  /** Content at the end of the line, for example a link to the whole list. */
  readonly children?: ReactNode;
}

/** The head of a section: title, optional lead, optional link. */
export function SectionHead({ title, id, lead, children }: SectionHeadProps) {
  return (
    <div className={styles.sectionHead}>
      <h2 id={id}>{title}</h2>
      {children}
      {lead !== undefined && <p className={`${textStyles.lead} ${styles.sectionLead}`}>{lead}</p>}
    </div>
  );
}

export interface BreadcrumbsProps {
  /** Parent pages, outermost first. */
  readonly above: readonly { readonly title: string; readonly to: Route }[];
  readonly here: string;
}

/** Breadcrumbs: the path from the home page to this page. */
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
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section with its heading at the left and its content at the right (4:8); stacked on small screens. */
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

/**
 * A list without markers. Its explicit role is needed in Safari, which drops the role of lists with `list-style: none`.
 */
export function List(props: ComponentProps<'ul'>) {
  // biome-ignore lint/a11y/noRedundantRoles: not redundant in Safari
  return <ul role="list" {...props} />;
}

interface EmptyStateProps {
  readonly title: ReactNode;
  /** One sentence. */
  readonly text: ReactNode;
  /** A link; use `action` for another control. */
  readonly link?: (ComponentProps<typeof LinkButton> & { readonly label: string }) | undefined;
  readonly action?: ReactNode;
  readonly headingLevel?: 1 | 2 | 3 | undefined;
  readonly className?: string | undefined;
}

/** The message for an empty list, or for content that could not be loaded. */
export function EmptyState({ title, text, link, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  const control = link === undefined ? action : <EmptyStateLink {...link} />;
  return (
    <div className={classNames(styles.empty, className)}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.words}>{text}</p>
      {control !== undefined && <div className={styles.action}>{control}</div>}
    </div>
  );
}

function EmptyStateLink({ label, ...rest }: NonNullable<EmptyStateProps['link']>) {
  return <LinkButton {...rest}>{label}</LinkButton>;
}

export function Paragraphs({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}
