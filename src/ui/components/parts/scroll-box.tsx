import { type ReactNode, useCallback, useRef, useState } from 'react';
import { layout } from '#core/rules/content/layout.ts';
import { classNames } from './class-names.ts';
import styles from './scroll-box.module.css';

/** Whether content is scrolled out of view, above and below. */
interface Hidden {
  readonly above: boolean;
  readonly below: boolean;
}

/**
 * State of a scroll box. `step` scrolls by one step of the cart
 * (docs/behaviour/navigation-and-layout.md#mini-cart-scrolling).
 */
interface ScrollBoxState {
  readonly ref: (box: HTMLDivElement | null) => (() => void) | undefined;
  readonly hidden: Hidden;
  readonly step: (direction: 1 | -1) => void;
  /** Scrolls the box, but not the page, to an element in it and leaves some space above it. */
  readonly show: (element: HTMLElement) => void;
}

/** Tracks which content is out of view when the box is scrolled or resized. */
export function useScrollBox(): ScrollBoxState {
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>({ above: false, below: false });

  const ref = useCallback((element: HTMLDivElement | null) => {
    box.current = element;
    if (element === null) return undefined;
    function update(): void {
      if (element === null) return;
      const { scrollTop, scrollHeight, clientHeight } = element;
      const above = scrollTop > 0;
      const below = scrollTop + clientHeight < scrollHeight - 1;
      setHidden((known) => (known.above === above && known.below === below ? known : { above, below }));
    }
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, []);

  return {
    ref,
    hidden,
    step: (direction) => box.current?.scrollBy({ top: direction * layout.cartScrollStep }),
    show(element) {
      const { current } = box;
      if (current === null) return;
      const top =
        element.getBoundingClientRect().top - current.getBoundingClientRect().top + current.scrollTop;
      current.scrollTo({ top: top - current.clientHeight / 3, behavior: 'instant' });
    },
  };
}

interface ScrollBoxProps {
  readonly state: ScrollBoxState;
  /** Accessible name of the box; it can be scrolled by keyboard. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A scrollable box. An edge fades while there is more content behind it, and an arrow points to content below. */
export function ScrollBox({ state: { ref, hidden }, label, className, children }: ScrollBoxProps) {
  return (
    <div className={classNames(styles.frame, className)} data-below={hidden.below || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={ref}
        className={styles.box}
        role="group"
        aria-label={label}
        tabIndex={hidden.above || hidden.below ? 0 : undefined}
        data-above={hidden.above || undefined}
        data-below={hidden.below || undefined}
      >
        <div>{children}</div>
      </div>
    </div>
  );
}
