import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { useDialogLink } from '#ui/layout/use-dialog-link.ts';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';

interface ChatDialogLink {
  /** Click handler for the login link; undefined in languages without the dialog. */
  readonly open: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  /** Render it outside of menus that close when the link is pressed. */
  readonly dialog: ReactNode;
}

/**
 * For a guest's login link. In German it opens the chat and login dialog, whose code is loaded on the press. In other
 * languages, and when loading fails, it leads to the login page.
 */
export function useChatDialog(): ChatDialogLink {
  const { chat_modal } = useLayoutParts();
  const { Dialog, isOpen, open, close } = useDialogLink(
    async () => (await import('./chat-dialog.tsx')).ChatDialog,
  );
  const dialog = Dialog !== null && (
    // The forms' texts may still be loading.
    <Suspense fallback={null}>
      <Dialog isOpen={isOpen} onClose={close} />
    </Suspense>
  );
  return { open: chat_modal ? open : undefined, dialog };
}
