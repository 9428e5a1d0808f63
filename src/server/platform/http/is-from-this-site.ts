/**
 * Whether a page of this site has sent the request. Browsers say it in `Sec-Fetch-Site`, which no script can set; older
 * ones in `Origin`. `none` is a request that no page has made, such as a reload.
 */
export function isFromThisSite({ headers, url }: Request, siteUrl: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('Origin');
  return origin === new URL(siteUrl).origin || origin === new URL(url).origin;
}
