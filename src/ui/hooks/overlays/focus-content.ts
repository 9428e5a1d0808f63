/** Focuses the page's content, or the element with the id `part`. */
export const focusContent = (part?: string) =>
  document.getElementById(part || 'content')?.focus({ preventScroll: true });
