import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';

interface PlayerKeys {
  toggle(): void;
  /** Seconds forward, or back when negative. */
  skip(seconds: number): void;
  toggleCaptions(): void;
}

const step = 5;

/**
 * Space plays and pauses, arrow keys move five seconds, `c` switches captions: only while focus is in the player, so
 * that single letters do nothing elsewhere (WCAG 2.1.4). Controls keep their own keys.
 */
export function usePlayerKeys(player: RefObject<HTMLElement | null>, keys: PlayerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isOn = (selector: string) => event.target instanceof Element && event.target.closest(selector);
    const act = actionOf(event.key, keys);
    const isTaken = event.key === ' ' ? isOn('button, a, select, input') : isOn('select, input');
    if (act === undefined || (isTaken && event.key.toLowerCase() !== 'c')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = player.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [player]);
}

function actionOf(key: string, keys: PlayerKeys): (() => void) | undefined {
  switch (key) {
    case ' ':
      return keys.toggle;
    case 'ArrowLeft':
      return () => keys.skip(-step);
    case 'ArrowRight':
      return () => keys.skip(step);
    case 'c':
    case 'C':
      return keys.toggleCaptions;
    default:
      return undefined;
  }
}
