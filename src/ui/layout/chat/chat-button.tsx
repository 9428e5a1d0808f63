import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/icon.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { useDialogLink } from '#ui/layout/use-dialog-link.ts';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';
import { useLoginAddress } from '#ui/layout/use-login-address.ts';
import styles from './chat-button.module.css';

/**
 * A guest's link to the login. In German it opens the chat and login dialog, whose code is loaded on the press; in
 * other languages, and when that fails, it leads to the login page.
 */
export function ChatButton() {
  const { t } = useTranslation('menu');
  const { chat_modal } = useLayoutParts();
  const { logIn } = useLoginAddress();
  const { Dialog, isOpen, open, close } = useDialogLink(
    async () => (await import('./chat-dialog.tsx')).ChatDialog,
  );

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
        onClick={chat_modal ? open : undefined}
      >
        <Icon name="person" />
      </ShopLink>
      {Dialog !== null && (
        // The texts of the forms may not be loaded yet.
        <Suspense fallback={null}>
          <Dialog isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
