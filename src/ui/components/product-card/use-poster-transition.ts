import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { useViewTransitionState } from 'react-router';
import type { Route } from '#core/rules/navigation.ts';
import { localePath } from '#core/rules/navigation.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** The poster on a product's own page: the one that a card's poster grows into. Set by script, as the policy wants it. */
export function usePosterOf(slug: string): RefObject<HTMLDivElement | null> {
  return useTransitionName(`poster-${slug}`);
}

/** The poster of a card: it takes part only while its own product is being opened or left. */
export function useCardPoster(slug: string, path: Route): RefObject<HTMLDivElement | null> {
  const locale = useLocale();
  const isMoving = useViewTransitionState(localePath(locale, path));
  return useTransitionName(isMoving ? `poster-${slug}` : null);
}

function useTransitionName(name: string | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const poster = element.current;
    if (name === null || poster === null) return;
    poster.style.setProperty('view-transition-name', name);
    return () => {
      poster.style.removeProperty('view-transition-name');
    };
  }, [name]);
  return element;
}
