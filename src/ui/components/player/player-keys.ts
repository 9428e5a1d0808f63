import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';

interface PlayerKeys {
  toggle(): void;
  /** Seconds forward, or back when negative. */
  skip(seconds: number): void;
  toggleCaptions(): void;
  changeChapter(direction: 'next' | 'previous'): void;
}

const step = 5;

/** Controls that have a key for themselves; letters select an option of a list. */
const ownKeys: Readonly<Record<string, string>> = {
  ' ': 'button, a, select, input',
  ArrowLeft: 'select, input',
  ArrowRight: 'select, input',
};

/**
 * Space plays and pauses, arrow keys move five seconds, `c` switches captions, `n` and `p` change the chapter: only while
 * focus is in the player, so that single letters do nothing elsewhere (WCAG 2.1.4). Controls keep their own keys.
 */
export function usePlayerKeys(player: RefObject<HTMLElement | null>, keys: PlayerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isOn = (selector: string) => event.target instanceof Element && event.target.closest(selector);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = actionOf(key, keys);
    if (act === undefined || isOn(ownKeys[key] ?? 'select')) return;
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
      return keys.toggleCaptions;
    case 'n':
      return () => keys.changeChapter('next');
    case 'p':
      return () => keys.changeChapter('previous');
    default:
      return undefined;
  }
}
