import type { ComponentType, MouseEvent } from 'react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Icon } from '#ui/components/icon.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';
import { useLoginAddress } from '#ui/layout/use-login-address.ts';
import styles from './chat-button.module.css';
import type { ChatDialogProps } from './chat-dialog.tsx';

type Dialog = ComponentType<ChatDialogProps>;

/**
 * A guest's link to the login. In German it opens the chat and login dialog, whose code is loaded on the press; in
 * other languages, and when that fails, it leads to the login page.
 */
export function ChatButton() {
  const { t } = useTranslation('menu');
  const { chat_modal } = useLayoutParts();
  const { logIn } = useLoginAddress();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the modal
  useEffect(() => setOpen(false), [pathname]);

  function open(event: MouseEvent<HTMLAnchorElement>): void {
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!chat_modal || isNewTab) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    setOpen(true);
    import('./chat-dialog.tsx').then(
      (module) => setDialog(() => module.ChatDialog),
      () => window.location.assign(href),
    );
  }

  const label = t(chat_modal ? 'chat.open' : 'log_in');
  return (
    <>
      <ShopLink
        to={logIn}
        className={styles.button}
        aria-label={label}
        title={label}
        prefetch="never"
        aria-haspopup={chat_modal ? 'dialog' : undefined}
        onClick={open}
      >
        <Icon name="person" />
      </ShopLink>
      {Dialog !== null && (
        // The texts of the forms may not be loaded yet.
        <Suspense fallback={null}>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
