import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { footerLinks, type NavigationLink } from '#core/rules/basics/site-paths.ts';
import { LinkButton, ShopLink } from '#ui/components/parts/links/links.tsx';
import { NavigationLinks } from '#ui/components/parts/links/navigation-links.tsx';
import { Logo } from '#ui/components/parts/logo.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useSite } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useShopName } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import { LastMessages } from './notification-toast.tsx';
import styles from './site-footer.module.css';
import { useLayoutParts } from './use-layout-parts.ts';

/** Keys of links in the legal group; the others are in the discover group. */
const legalKeys: readonly string[] = ['imprint', 'privacy', 'terms', 'withdrawal', 'cancellation'];

/** Also in the legal group, because the accessibility statement must be easy to find. */
const accessibilityRoute = '/barrierefreiheit';

interface SiteFooterProps {
  /** Opens the consent banner instead of following the link to the privacy page. */
  readonly onCookieSettings: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Links, social profiles, copyright (docs/behaviour/navigation-and-layout.md#footer-links). Where the footer links are
 * hidden, one row keeps the links required by law (docs/behaviour/consumer-rights.md#legal-links).
 */
export function SiteFooter({ onCookieSettings }: SiteFooterProps) {
  const { t } = useTranslation(['menu', 'base']);
  const locale = useLocale();
  const parts = useLayoutParts();
  const name = useShopName();
  const facts = useShop().initialState.facts;
  const links = footerLinks(locale);
  const legal = links.filter((link) => legalKeys.includes(link.key));
  const social = facts?.social ?? [];
  const cookies = (
    <LinkButton kind="text" to="/datenschutz#cookies" onClick={onCookieSettings}>
      {t('footer.cookies')}
    </LinkButton>
  );
  if (!parts.footer_links) {
    return (
      <footer className={styles.slim}>
        <LastMessages />
        <LinkGroup links={legal}>
          <li>{cookies}</li>
        </LinkGroup>
      </footer>
    );
  }

  return (
    <footer className={`${layout.deferred} ${styles.footer}`}>
      <div className={layout.wrap}>
        <LastMessages />
        <div className={styles.grid}>
          <div>
            <Logo name={name} />
            <p className={styles.claim}>{facts?.claim ?? t('base:claim')}</p>
          </div>
          <LinkGroup
            title={t('footer.discover')}
            links={links.filter((link) => !legalKeys.includes(link.key))}
          />
          <LinkGroup title={t('footer.legal')} links={legal}>
            <li>
              <ShopLink to={accessibilityRoute}>{t('link.accessibility')}</ShopLink>
            </li>
          </LinkGroup>
          {social.length > 0 && (
            <nav aria-label={t('footer.elsewhere_label', { name })}>
              <h2>{t('footer.elsewhere')}</h2>
              <List>
                {social.map((profile) => (
                  <li key={profile.url}>
                    <a href={profile.url} rel="noopener noreferrer me">
                      {profile.name}
                    </a>
                  </li>
                ))}
              </List>
            </nav>
          )}
        </div>
        {parts.copyright && (
          <div className={styles.end}>
            <Copyright holder={facts?.company ?? name} />
            <p>{t('footer.vat')}</p>
            {cookies}
          </div>
        )}
      </div>
    </footer>
  );
}

interface LinkGroupProps {
  /** Heading of the group; the slim footer has none. */
  readonly title?: string;
  readonly links: readonly NavigationLink[];
  /** Further list items. */
  readonly children?: ReactNode;
}

function LinkGroup({ title, links, children }: LinkGroupProps) {
  const { t } = useTranslation('menu');
  if (links.length === 0) return null;
  return (
    <nav aria-label={title ?? t('footer.legal')}>
      {title !== undefined && <h2>{title}</h2>}
      <List>
        <NavigationLinks links={links} />
        {children}
      </List>
    </nav>
  );
}

/** The copyright line. The year comes from the server, so that server and browser agree on New Year's Eve. */
function Copyright({ holder }: { readonly holder: string }) {
  const { year } = useSite();
  return (
    <p>
      © {year === 0 ? null : `${year} `}
      {holder}
    </p>
  );
}
