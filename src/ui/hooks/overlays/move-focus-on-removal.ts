import { focusContent } from './focus-content.ts';

/**
 * A ref callback for a control that may be removed while it has the focus: the page's content then takes the focus.
 * Not in `focus-content.ts`, because every page loads that file.
 */
export function moveFocusOnRemoval(control: HTMLElement | null): (() => void) | undefined {
  if (control === null) return undefined;
  return () => {
    if (document.activeElement === control) focusContent();
  };
}
