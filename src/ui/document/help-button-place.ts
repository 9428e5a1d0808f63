/** Elements that the button must not cover. */
const pressable = 'a, button, input, select, textarea, label, summary, iframe, video';
const field = 'input, select, textarea';

/** Milliseconds without events before the button may reappear, so that it does not flicker while scrolling. */
const rest = 150;

/** Area of the button in CSS pixels, as distances from the corner of the window. */
const corner = { near: 20, far: 72 } as const;

/**
 * Lets the help button float on phones (`data-help-floats` of the document). It does so while it covers no bar and no
 * interactive element, no field has the focus, and its place above the footer is out of view
 * (docs/behaviour/navigation-and-layout.md#help-button).
 */
export function placeHelpButton(page: Window): void {
  const { document } = page;
  const root = document.documentElement;
  let timer = 0;

  function isCovered(place: Element, right: number, bottom: number): boolean {
    const painted = document.elementsFromPoint(page.innerWidth - right, page.innerHeight - bottom);
    return painted
      .filter((element) => !place.contains(element))
      .some(
        (element) =>
          element.matches(pressable) || /fixed|sticky/.test(page.getComputedStyle(element).position),
      );
  }

  function isFree(): boolean {
    const place = document.querySelector('[data-floats]')?.parentElement;
    if (place == null || document.activeElement?.matches(field)) return false;
    const steps = [corner.near, (corner.near + corner.far) / 2, corner.far];
    return (
      place.getBoundingClientRect().top > page.innerHeight &&
      !steps.some((right) => steps.some((bottom) => isCovered(place, right, bottom)))
    );
  }

  function look(): void {
    page.clearTimeout(timer);
    if (!isFree()) root.removeAttribute('data-help-floats');
    else timer = page.setTimeout(() => root.toggleAttribute('data-help-floats', isFree()), rest);
  }

  for (const event of ['scroll', 'resize', 'focusin', 'focusout', 'click'])
    page.addEventListener(event, look, { passive: true });
  new ResizeObserver(look).observe(document.body);
}
