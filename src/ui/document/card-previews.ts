/** Milliseconds that pointer or focus must stay on a card before its preview loads. */
const rest = 450;

/** Stops a preview. */
type Stop = () => void;

/**
 * Shows a silent preview on a course's card while the mouse or the keyboard focus is on it
 * (docs/behaviour/navigation-and-layout.md#previews-on-cards). Not for touch, reduced motion or visitors who save data.
 * A card offers a preview by `data-preview` on its picture: the path for `playPreview`, below `/media/`.
 */
export function offerCardPreviews(page: Window): void {
  const { document } = page;
  let current: Element | null = null;
  let stop: Stop = () => {};

  function turnTo(place: EventTarget | null): void {
    const card = place instanceof Element ? place.closest('article') : null;
    if (card === current) return;
    stop();
    current = card;
    const picture = card?.querySelector<HTMLElement>('[data-preview]');
    stop = picture == null || isUnwanted(page) ? () => {} : playLater(page, picture);
  }

  document.addEventListener('pointerover', ({ pointerType, target }) => {
    turnTo(pointerType === 'mouse' ? target : null);
  });
  document.addEventListener('focusin', ({ target }) => {
    turnTo(target instanceof Element && target.matches(':focus-visible') ? target : null);
  });
  document.addEventListener('focusout', ({ relatedTarget }) => turnTo(relatedTarget));
  document.documentElement.addEventListener('pointerleave', () => turnTo(null));
  // Stops the preview before the view transition moves the picture to the next page.
  document.addEventListener('click', () => stop(), { capture: true });
  // This code is loaded on the first pointer movement, when the pointer may already be on a card.
  if (page.matchMedia('(hover: hover)').matches)
    turnTo(document.querySelector('article:is(:hover, :has(:focus-visible))'));
}

function isUnwanted(page: Window): boolean {
  const { connection } = page.navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  return connection?.saveData === true || page.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function playLater(page: Window, picture: HTMLElement): Stop {
  let stop: Stop | null = null;
  const timer = page.setTimeout(async () => {
    const name = picture.dataset.preview ?? '';
    const { playPreview } = await import('./play-preview.ts');
    stop ??= playPreview(picture, `/media/${name}`);
  }, rest);
  return () => {
    page.clearTimeout(timer);
    stop?.();
    // Prevents a preview that is still loading from starting.
    stop = () => {};
  };
}
