import { focusContent } from './focus-content.ts';

/**
 * A ref callback for a control that may be removed while it has the focus: the page's content then takes the focus. In
 * its own file, because every page loads that of `focusContent` first.
 */
export function handFocusOn(control: HTMLElement | null): (() => void) | undefined {
  if (control === null) return undefined;
  return () => {
    if (document.activeElement === control) focusContent();
  };
}
