import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** A touch within this time after adding is the second one of a double tap, in milliseconds. */
const doubleTap = 500;

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
 * For an add button that becomes a link to the checkout once the product is in the cart: the link takes over the focus
 * of the button, and the second click of a double click does not open the checkout.
 */
export function useCheckoutAfterAdding(isLink: boolean): CheckoutAfterAdding {
  const ref = useRef<HTMLAnchorElement>(null);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    // Taken out again: who adds it next from elsewhere has not pressed this button.
    if (!isLink) addedAt.current = Number.NEGATIVE_INFINITY;
    const wasAdded = Number.isFinite(addedAt.current);
    if (wasAdded && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [isLink]);

  return {
    noteAdding() {
      addedAt.current = performance.now();
    },
    link: {
      ref,
      onPress(event) {
        const { nativeEvent, detail, timeStamp } = event;
        const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
        // Not every browser counts touches.
        if (detail > 1 || (isTouch && timeStamp - addedAt.current < doubleTap)) event.preventDefault();
      },
    },
  };
}
