import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { BelowScreen } from '#back-office/kit/files/below-screen.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { SessionDialog } from '#back-office/session/session-dialog.tsx';
import { watchOperator } from '#back-office/session/watch-operator.ts';
import { IconButton } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { navigationFor, scrollKey } from './navigation.ts';
import { OperatorMenu } from './operator-menu.tsx';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';

/** Layout of the back office: navigation on the left (a drawer on phones), palette and screen. */
export function Shell() {
  const { t } = useTranslation('backOffice');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const isLoading = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const { id } = useOperator();

  useEffect(() => watchOperator(id, window), [id]);
  useFocusOfNewPlace(pathname);

  // In a layout effect, so that keys pressed as soon as the new screen appears reach it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place closes what lay over the one before
  useLayoutEffect(() => {
    setDrawerOpen(false);
    setPaletteOpen(false);
  }, [pathname]);

  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);

  return (
    <>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <div className={styles.frame}>
        <aside className={styles.side} data-theme="ink">
          <SideContent onSearch={() => setPaletteOpen(true)} />
        </aside>
        <header className={styles.bar} data-theme="ink">
          <IconButton icon="burger" label={t('shell.menu')} onClick={() => setDrawerOpen(true)} />
          <Link to="/" className={styles.brand}>
            Meisterhand
          </Link>
          <IconButton icon="search" label={t('palette.open')} onClick={() => setPaletteOpen(true)} />
        </header>
        <div className={classNames(styles.progress, isLoading && styles.loading)} aria-hidden="true" />
        <main id="content" className={styles.content} tabIndex={-1} aria-busy={isLoading || undefined}>
          <Outlet />
          <BelowScreen />
        </main>
      </div>
      <Dialog.Root open={isDrawerOpen} onOpenChange={setDrawerOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.scrim} />
          <Dialog.Popup className={styles.drawer} data-theme="ink" aria-label={t('shell.menu')}>
            <Dialog.Close className={styles.close} aria-label={t('shell.close')}>
              <Icon name="close" />
            </Dialog.Close>
            <SideContent
              onSearch={() => {
                setDrawerOpen(false);
                setPaletteOpen(true);
              }}
            />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <SessionDialog />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/**
 * Focuses the content after navigation, unless the focused element still exists: a followed row link is removed with
 * its list.
 */
function useFocusOfNewPlace(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname]);
}

function SideContent({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  const { pathname } = useLocation();
  const places = useRef<HTMLElement>(null);

  // In low windows the last places are below the visible part of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the current one
  useEffect(() => {
    places.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);

  return (
    <div className={styles.sideContent}>
      <Link to="/" className={styles.brand}>
        Meisterhand <span>{t('shell.name')}</span>
      </Link>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Icon name="search" />
        <span>{t('palette.open')}</span>
        <kbd>{t('palette.key')}</kbd>
      </button>
      <nav ref={places} aria-label={t('shell.menu')}>
        <ul className={styles.places}>
          {navigationFor(permissions).map(({ path, label, icon }) => (
            <li key={path}>
              <NavLink to={path} end={path === '/'} className={styles.place}>
                <Icon name={icon} />
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <OperatorMenu />
    </div>
  );
}
