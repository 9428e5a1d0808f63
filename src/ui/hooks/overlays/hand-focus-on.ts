/** Gives the focus to the content of the page, or to one of its parts, which is named by its id. */
export const focusContent = (part?: string) =>
  document.getElementById(part || 'content')?.focus({ preventScroll: true });

/** A ref for a control that goes away when it has done its work: the content gets the focus that it has then. */
export function handFocusOn(control: HTMLElement | null): (() => void) | undefined {
  if (control === null) return undefined;
  return () => {
    if (document.activeElement === control) focusContent();
  };
}
