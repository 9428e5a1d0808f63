import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitPages } from '#app/pages/overload-page.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Starts a proxy of the shop that refuses prefetches, as an overloaded shop does, and forwards other requests. */
async function openBusyShop(shop: string, log: IncomingMessage[]): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    log.push(request);
    const headers = request.headers as Record<string, string>;
    const limiter: Pick<WorkLimiter, 'run'> = {
      run: async (kind, work) => (kind === 'prefetch' ? err({ retryAfterSeconds: 2 }) : ok(await work())),
    };
    const visit = limitPages(async () => new Response(null), limiter, 'page');
    void visit(new Request(shop, { headers }), { clientAddress: 'a visitor' }).then((served) => {
      if (served.status === 204) {
        response.writeHead(served.status, Object.fromEntries(served.headers)).end();
        return;
      }
      const url = new URL(request.url ?? '/', shop);
      const passed = sendRequest(url, { method: request.method, headers }, (original) => {
        response.writeHead(original.statusCode ?? 502, original.headers);
        original.pipe(response);
      });
      request.pipe(passed);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('while the shop is overloaded, a link whose prefetch was refused still opens its page', async ({
  page,
  baseURL,
  language,
}) => {
  const log: IncomingMessage[] = [];
  const busy = await openBusyShop(baseURL ?? '', log);
  try {
    await page.goto(`${busy.url}/${language}/kurse`);
    await expect(page.locator('html[data-works]')).toBeAttached();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.mouse.wheel(0, 200);
    const link = page.locator(`main a[href^="/${language}/kurse/"]`).first();
    const address = (await link.getAttribute('href')) ?? '';
    const requests = () => log.filter(({ url = '' }) => url.startsWith(`${address}.data`));
    await expect.poll(() => requests().length).toBe(1);
    expect(requests()[0]?.headers['sec-purpose']).toBe('prefetch');
    await link.click();
    await expect(page).toHaveURL(`${busy.url}${address}`);
    await expect(page.locator('main h1')).toBeVisible();
    expect(requests().map(({ headers }) => headers['sec-purpose'])).toEqual(['prefetch', undefined]);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  } finally {
    busy.server.closeAllConnections();
    busy.server.close();
  }
});
