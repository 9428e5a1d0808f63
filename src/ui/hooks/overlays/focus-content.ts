/** Gives the focus to the content of the page, or to one of its parts, which is named by its id. */
export const focusContent = (part?: string) =>
  document.getElementById(part || 'content')?.focus({ preventScroll: true });
