/**
 * Returns whether Back or Forward changed the URL since this document was requested. The document then shows the
 * previous URL's page and cannot be hydrated.
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
