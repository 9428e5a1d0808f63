/**
 * Whether a page of this site sent the request, by `Sec-Fetch-Site`, which no script can set, or by `Origin` in older
 * browsers. `none` is a request that no page made, such as a reload.
 */
export function isFromThisSite({ headers, url }: Request, siteUrl: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('Origin');
  return origin === new URL(siteUrl).origin || origin === new URL(url).origin;
}
