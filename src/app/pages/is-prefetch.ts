/** Whether a browser fetches a page ahead of a visit. */
export function isPrefetch({ headers }: Pick<Request, 'headers'>): boolean {
  return (headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? '').includes('prefetch');
}
