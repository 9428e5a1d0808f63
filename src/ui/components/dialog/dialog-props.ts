import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Escape, the close button, or a press beside it (not for confirmations). */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Asks before something is lost: announced as an alert, and a press beside it does not close it. */
  readonly isConfirmation?: boolean | undefined;
  /** As wide as a film wants to be. */
  readonly isWide?: boolean | undefined;
  /** Where focus goes afterwards; by default back to what opened it. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
  readonly children?: ReactNode;
}
