import { focusContent } from './focus-content.ts';

/**
 * A ref for a control that goes away when it has done its work: the content gets the focus that it has then. Not in the
 * file of `focusContent`, because every page loads that first.
 */
export function handFocusOn(control: HTMLElement | null): (() => void) | undefined {
  if (control === null) return undefined;
  return () => {
    if (document.activeElement === control) focusContent();
  };
}
