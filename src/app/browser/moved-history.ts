/**
 * Whether Back or Forward has led to another address since the document of this page was asked for. What the document
 * shows is then that of the address before, and cannot be hydrated.
 */
export function hasHistoryMoved({
  performance,
  location,
}: Pick<Window, 'performance' | 'location'>): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined) return false;
  const { pathname, search } = new URL(navigation.name);
  return pathname !== location.pathname || search !== location.search;
}
