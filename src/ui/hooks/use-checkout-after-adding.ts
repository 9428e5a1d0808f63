import type { MouseEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Presses within this time after something was added are the second half of a double click, in milliseconds. */
const doubleClick = 700;

/** What the link to the checkout needs that takes the place of an add button. */
interface CheckoutAfterAdding {
  /** To be called when adding begins and when it has succeeded. */
  readonly noteAdding: () => void;
  /** Props of the link. */
  readonly link: {
    readonly ref: RefObject<HTMLAnchorElement | null>;
    readonly onPress: (event: MouseEvent) => void;
  };
}

/**
 * For an add button that becomes a link to the checkout once the product is in the cart: the link takes over the focus of
 * the button, and the second click of a double click does not open the checkout.
 */
export function useCheckoutAfterAdding(isLink: boolean): CheckoutAfterAdding {
  const ref = useRef<HTMLAnchorElement>(null);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const wasAdded = Number.isFinite(addedAt.current);
    if (isLink && wasAdded && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true });
  }, [isLink]);

  return {
    noteAdding() {
      addedAt.current = performance.now();
    },
    link: {
      ref,
      onPress(event) {
        if (event.timeStamp - addedAt.current < doubleClick) event.preventDefault();
      },
    },
  };
}
