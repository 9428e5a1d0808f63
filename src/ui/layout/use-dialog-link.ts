import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Props of a dialog that a link opens. */
export interface LinkedDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * For a link that opens a dialog instead, whose code is loaded on the press. Without JavaScript, in a new tab, and when
 * loading fails, the link is followed. A navigation closes the dialog. `Dialog` is null until it is loaded.
 */
export function useDialogLink(load: () => Promise<ComponentType<LinkedDialogProps>>) {
  const [Dialog, setDialog] = useState<ComponentType<LinkedDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the dialog
  useEffect(() => setOpen(false), [pathname]);

  function open(event: MouseEvent<HTMLAnchorElement>): void {
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (isNewTab) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    setOpen(true);
    load().then(
      (loaded) => setDialog(() => loaded),
      () => window.location.assign(href),
    );
  }

  return { Dialog, isOpen, open, close: () => setOpen(false) };
}
