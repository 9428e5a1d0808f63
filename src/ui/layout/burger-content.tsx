import { useTranslation } from 'react-i18next';
import { navigationLinks, profileLinks } from '#core/rules/basics/site-paths.ts';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { NavigationLinks } from '#ui/components/parts/links/navigation-links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { displayName } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { LogOutButton } from './account-menu.tsx';
import styles from './burger-menu.module.css';
import type { useChatDialog } from './chat/use-chat-dialog.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import { useLayoutParts } from './use-layout-parts.ts';
import { useLoginAddress } from './use-login-address.ts';

interface BurgerContentProps {
  readonly onNavigate: () => void;
  /** Opens the chat and login dialog; undefined in languages without that dialog. */
  readonly openChat: ReturnType<typeof useChatDialog>['open'];
}

/** The content of the menu; loaded when the menu is about to open. */
export function BurgerContent({ onNavigate, openChat }: BurgerContentProps) {
  const { t } = useTranslation('menu');
  const locale = useLocale();
  const parts = useLayoutParts();
  const shop = useShop();
  const session = useStore(shop.stores.session, (state) => state);
  const logIn = useLoginAddress();

  return (
    <div className={styles.content}>
      <nav aria-label={t('main_label')}>
        <List className={styles.links}>
          <NavigationLinks links={navigationLinks(locale)} onNavigate={onNavigate} />
        </List>
      </nav>
      {session.status === 'logged_in' ? (
        <section className={styles.account}>
          <h2>{displayName(session.learner)}</h2>
          <List>
            <NavigationLinks links={profileLinks(locale)} onNavigate={onNavigate} />
          </List>
          <LogOutButton />
        </section>
      ) : (
        <div className={styles.loginLinks}>
          <LinkButton to={logIn.register} size="large" isWide onClick={onNavigate}>
            {t('register')}
          </LinkButton>
          <LinkButton
            to={logIn.logIn}
            kind="outline"
            size="large"
            isWide
            aria-haspopup={openChat && 'dialog'}
            onClick={(event) => {
              onNavigate();
              openChat?.(event);
            }}
          >
            {t(openChat === undefined ? 'log_in' : 'chat.open')}
          </LinkButton>
        </div>
      )}
      {parts.language_switcher && (
        <p className={styles.language}>
          <LanguageSwitcher isDelayed={false} isWhole />
        </p>
      )}
    </div>
  );
}
