import { useTranslation } from 'react-i18next';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { List } from '#ui/components/list/list.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import type { RouteHandle } from '#ui/route-handle.ts';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/legal-route.ts';
import styles from './legal.module.css';
import { legalPages } from './legal-pages.ts';

export const handle: RouteHandle = { theme: 'paper' };

export async function loader({ context, request }: Route.LoaderArgs) {
  // The last word of the address, whether a slash follows or not; data alone is asked for as `…/slug.data`.
  const slug = /([^/]+?)(?:\/_?)?(?:\.data)?$/.exec(new URL(request.url).pathname)?.[1] ?? '';
  return { page: answerOrThrow(await context.get(shopContext).queries.getContentPage(slug)) };
}

/** A legal page on paper; its HTML has been made and sanitised by the host. */
export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const { page } = loaderData;
  const { t } = useTranslation(['base', 'menu']);
  const dateText = useDateText();
  return (
    <>
      <PageMeta title={page.title} description={page.description} />
      <div className={`${layout.wrap} ${styles.page}`}>
        <article className={styles.text}>
          <h1>{page.title}</h1>
          <p className={styles.version}>{t('legal.version', { version: dateText(page.version) })}</p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made and sanitised by the host when it was stored */}
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
    </>
  );
}
