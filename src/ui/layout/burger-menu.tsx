import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { layout } from '#core/rules/content/layout.ts';
import { IconButton } from '#ui/components/parts/button.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { Logo } from '#ui/components/parts/logo.tsx';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import styles from './burger-menu.module.css';
import { useChatDialog } from './chat/use-chat-dialog.tsx';

const loadContent = () => import('./burger-content.tsx');
const BurgerContent = lazyPart(loadContent, 'BurgerContent');

/**
 * Below 1024 px: a button that opens the menu full screen. The native modal dialog keeps the focus inside, closes on
 * Escape and returns the focus.
 */
export function BurgerMenu() {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // Rendered outside of the menu, which closes before the dialog opens.
  const chat = useChatDialog();

  const close = () => dialog.current?.close();
  useCloseOnBack(isOpen, close);

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
        onFocus={() => void loadContent()}
        onPointerDown={() => void loadContent()}
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
        {isOpen && (
          <Suspense fallback={null}>
            <BurgerContent onNavigate={close} openChat={chat.open} />
          </Suspense>
        )}
      </dialog>
      {chat.dialog}
    </>
  );
}
