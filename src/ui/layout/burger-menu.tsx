import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { layout } from '#core/rules/layout.ts';
import { navigationLinks, profileLinks } from '#core/rules/navigation.ts';
import { IconButton } from '#ui/components/button.tsx';
import { LinkButton } from '#ui/components/links.tsx';
import { Logo } from '#ui/components/logo.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { displayName } from '#ui/hooks/use-session.ts';
import { useShop, useShopName, useStore } from '#ui/hooks/use-shop.ts';
import { LogOutButton } from './account-menu.tsx';
import styles from './burger-menu.module.css';
import { useChatDialog } from './chat/use-chat-dialog.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { useLayoutParts } from './use-layout-parts.ts';
import { useLoginAddress } from './use-login-address.ts';

/**
 * Below 1024 px: a button that opens the menu over the whole screen. The native modal dialog keeps focus inside, closes
 * on Escape and returns focus.
 */
export function BurgerMenu() {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // Outside of the menu, which closes before the dialog opens.
  const chat = useChatDialog();

  const close = () => dialog.current?.close();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(close, [pathname]);
  useEffect(() => {
    const wide = window.matchMedia(`(min-width: ${layout.burgerBelow / 16}em)`);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  });

  return (
    <>
      <IconButton
        className={styles.burger}
        icon="burger"
        label={t('open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      />
      <dialog ref={dialog} className={styles.panel} aria-label={t('title')} onClose={() => setOpen(false)}>
        <div className={styles.top}>
          <Logo name={useShopName()} />
          <IconButton icon="close" label={t('close')} onClick={close} />
        </div>
        {isOpen && <BurgerContent onNavigate={close} openChat={chat.open} />}
      </dialog>
      {chat.dialog}
    </>
  );
}

interface BurgerContentProps {
  readonly onNavigate: () => void;
  /** Opens the chat and login dialog; undefined in languages without it. */
  readonly openChat: ReturnType<typeof useChatDialog>['open'];
}

function BurgerContent({ onNavigate, openChat }: BurgerContentProps) {
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
