import { lazy, Suspense, useState } from 'react';
import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Escape, the close button, or a press beside it (not for confirmations). */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Asks before something is lost: announced as an alert, and a press beside it does not close it. */
  readonly isConfirmation?: boolean | undefined;
  /** Where focus goes afterwards; by default back to what opened it. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
  readonly children?: ReactNode;
}

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }));

/**
 * A modal dialog: keeps focus, locks the page behind it, closes by Escape and gives focus back. Its code is fetched when
 * it first opens; it stays mounted afterwards so that closing is animated too.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}
