import { type RefObject, useEffect, useEffectEvent } from 'react';

interface PlayerKeys {
  toggle(): void;
  /** Skips by seconds; back if negative. */
  skip(seconds: number): void;
  /** Seeks to a share of the film, from 0 to 1. */
  seekShare(share: number): void;
  toggleSound(): void;
  /** Changes the volume by a share of the maximum; quieter if negative. */
  changeVolume(change: number): void;
  changeRate(steps: 1 | -1): void;
  toggleFullScreen(): void;
  toggleCaptions(): void;
  changeChapter(direction: 'next' | 'previous'): void;
}

const step = 5;
const longStep = 10;
const volumeStep = 0.1;

/** Elements that handle the key themselves; selects also use letters and digits. */
const ownKeys: Readonly<Record<string, string>> = {
  ' ': 'button, a, select, input, summary',
  ArrowLeft: 'select, input',
  ArrowRight: 'select, input',
  ArrowUp: 'select, input',
  ArrowDown: 'select, input',
};

/**
 * Handles the player's keyboard shortcuts (docs/behaviour/learning.md#keys-of-the-player). They work only while the
 * focus is in the player, so that single letters do nothing elsewhere (WCAG 2.1.4). The space key also works while the
 * focus is on a container that has no other film. Focused controls keep their own keys.
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
    if (element === null) return;
    function listen(event: KeyboardEvent): void {
      if (!(event.target instanceof Element)) return;
      const isAround = event.key === ' ' && isAroundOnly(event.target, element);
      if (isAround || element?.contains(event.target)) press(event);
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [player]);
}

/** Returns whether the element contains the player and no other film. */
function isAroundOnly(part: Element, player: Element | null): boolean {
  return part.contains(player) && part.querySelectorAll('video').length === 1;
}

function actionOf(key: string, keys: PlayerKeys): (() => void) | undefined {
  if (/^\d$/.test(key)) return () => keys.seekShare(Number(key) / 10);
  switch (key) {
    case ' ':
    case 'k':
      return keys.toggle;
    case 'ArrowLeft':
      return () => keys.skip(-step);
    case 'ArrowRight':
      return () => keys.skip(step);
    case 'j':
      return () => keys.skip(-longStep);
    case 'l':
      return () => keys.skip(longStep);
    case 'ArrowUp':
      return () => keys.changeVolume(volumeStep);
    case 'ArrowDown':
      return () => keys.changeVolume(-volumeStep);
    case 'm':
      return keys.toggleSound;
    case '<':
      return () => keys.changeRate(-1);
    case '>':
      return () => keys.changeRate(1);
    case 'f':
      return keys.toggleFullScreen;
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
