import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentPage } from '#core/model/content.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './legal-text.module.css';

/** The legal pages; `label` is a key of locales `menu`. */
const legalPages = [
  { slug: 'agbs', label: 'link.terms' },
  { slug: 'widerrufsbelehrung', label: 'link.withdrawal' },
  { slug: 'kuendigung', label: 'link.cancellation' },
  { slug: 'datenschutz', label: 'link.privacy' },
  { slug: 'impressum', label: 'link.imprint' },
  { slug: 'barrierefreiheit', label: 'link.accessibility' },
] as const;

interface LegalTextProps {
  readonly page: ContentPage;
  /** Content between title and text. */
  readonly children?: ReactNode;
}

/** The text of a legal page. Its HTML was rendered and sanitised by the server. */
export function LegalText({ page, children }: LegalTextProps) {
  const { t } = useTranslation(['base', 'menu']);
  const dateText = useDateText();
  return (
    <div className={`${layout.wrap} ${styles.page}`}>
      <article className={styles.text}>
        <h1>{page.title}</h1>
        <p className={styles.version}>{t('legal.version', { version: dateText(page.version) })}</p>
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
        <div className={styles.matter} dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
      <nav className={styles.more} aria-label={t('legal.more')}>
        <List>
          {legalPages.map(({ slug, label }) => (
            <li key={slug}>
              <ShopLink to={`/${slug}`} aria-current={slug === page.slug ? 'page' : undefined}>
                {t(label, { ns: 'menu' })}
              </ShopLink>
            </li>
          ))}
        </List>
      </nav>
    </div>
  );
}
