import { type ReactNode, useCallback, useRef, useState } from 'react';
import { layout } from '#core/rules/content/layout.ts';
import { classNames } from './class-names.ts';
import styles from './scroll-box.module.css';

/** What of a box's content is out of sight. */
interface Hidden {
  readonly above: boolean;
  readonly below: boolean;
}

/**
 * A box and what is out of sight in it. `step` scrolls by one step of the cart
 * (docs/behaviour/navigation-and-layout.md#mini-cart-scrolling).
 */
interface ScrollBoxState {
  readonly ref: (box: HTMLDivElement | null) => (() => void) | undefined;
  readonly hidden: Hidden;
  readonly step: (direction: 1 | -1) => void;
  /** Scrolls the box, and not the page, to an element in it, which then has something above it. */
  readonly show: (element: HTMLElement) => void;
}

/** Follows a box as it is scrolled, and as the box or its content changes its size. */
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
  /** Names the box for screen readers; the keyboard scrolls it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A box that scrolls by itself. An edge behind which there is more fades, and a mark points to what is below. */
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
