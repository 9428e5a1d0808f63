/** Returns whether the request is a prefetch; forms are never prefetched. */
export function isPrefetch({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '').includes('prefetch');
}
