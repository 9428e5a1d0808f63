import { afterEach, expect, test, vi } from 'vitest';
import { draw, Uses } from '#test/unit/ui/support/draw.tsx';
import { useFinishLogin, welcome } from '#ui/components/accounts/login-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Ends a login on an English page; tells the actions that followed, and what took the place of the document. */
async function finishOn(route: string) {
  let finish = {} as ReturnType<typeof useFinishLogin>;
  const keep = (found: typeof finish) => {
    finish = found;
  };
  const { calls } = await draw(<Uses useValue={useFinishLogin} tell={keep} />, { route });
  const replaced: string[] = [];
  vi.stubGlobal('window', { location: { replace: (address: string) => replaced.push(address) } });
  // What is drawn once goes nowhere, and says so.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await finish(welcome);
  return { calls, replaced };
}

test('a login that began at the checkout leads back there by a new document, without a message', async () => {
  const back = encodeURIComponent('/de/checkout/shop?dialog=address');
  expect(await finishOn(`/auth/login?returnTo=${back}`)).toEqual({
    calls: [],
    replaced: ['/en/checkout/shop?dialog=address'],
  });
});

test.each(['/auth/login?ref=cart', '/auth/login?returnTo=%2Fen%2Fkurse', '/auth/login'])(
  'a login at %s goes on in the page, with a welcome',
  async (route) => {
    expect(await finishOn(route)).toEqual({ calls: [['showNotification', welcome]], replaced: [] });
  },
);
