import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** Maximum time in milliseconds between adding and a touch that counts as the second one of a double tap. */
const doubleTap = 500;

/** Handlers for an add button and for the checkout link that replaces it. */
interface CheckoutAfterAdding {
  /** Call it when adding begins and when it has succeeded. */
  readonly noteAdding: () => void;
  /** Props of the link. */
  readonly link: {
    readonly ref: RefObject<HTMLAnchorElement | null>;
    readonly onPress: (event: MouseEvent) => void;
  };
}

/**
 * For an add button that is replaced by a link to the checkout once the product is in the cart. The link takes over the
 * button's focus and ignores the second click of a double click.
 */
export function useCheckoutAfterAdding(isLink: boolean): CheckoutAfterAdding {
  const ref = useRef<HTMLAnchorElement>(null);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    // The product was removed. If it is added elsewhere later, the link must not take the focus.
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
        // Not every browser counts taps in `detail`.
        if (detail > 1 || (isTouch && timeStamp - addedAt.current < doubleTap)) event.preventDefault();
      },
    },
  };
}
