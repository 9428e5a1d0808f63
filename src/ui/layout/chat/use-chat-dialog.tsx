import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { useDialogLink } from '#ui/layout/use-dialog-link.ts';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';

interface ChatDialogLink {
  /** For the link to the login; undefined in languages without the dialog. */
  readonly open: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  /** Belongs outside of whatever closes when the link is pressed. */
  readonly dialog: ReactNode;
}

/**
 * For a guest's link to the login: in German it opens the chat and login dialog, whose code is loaded on the press; in
 * other languages, and when that fails, it leads to the login page.
 */
export function useChatDialog(): ChatDialogLink {
  const { chat_modal } = useLayoutParts();
  const { Dialog, isOpen, open, close } = useDialogLink(
    async () => (await import('./chat-dialog.tsx')).ChatDialog,
  );
  const dialog = Dialog !== null && (
    // The texts of the forms may not be loaded yet.
    <Suspense fallback={null}>
      <Dialog isOpen={isOpen} onClose={close} />
    </Suspense>
  );
  return { open: chat_modal ? open : undefined, dialog };
}
