/** Whether a browser fetches a page ahead of a visit; nobody sends a form ahead. */
export function isPrefetch({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '').includes('prefetch');
}
