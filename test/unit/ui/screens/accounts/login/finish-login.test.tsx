import { afterEach, expect, test, vi } from 'vitest';
import { drawHook } from '#test/unit/ui/support/draw.tsx';
import { useFinishLogin, welcome } from '#ui/components/accounts/login-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Finishes a login on an English page. Returns the actions and the documents that followed. */
async function finishOn(route: string) {
  const { value: finish, calls } = await drawHook(useFinishLogin, { route });
  const replaced: string[] = [];
  vi.stubGlobal('window', { location: { replace: (address: string) => replaced.push(address) } });
  // The router warns that it cannot navigate in a single rendering.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await finish(welcome);
  return { calls, replaced };
}

test('a login that began at the checkout loads the checkout as a new document, without a message', async () => {
  const back = encodeURIComponent('/de/checkout/shop?dialog=address');
  expect(await finishOn(`/auth/login?returnTo=${back}`)).toEqual({
    calls: [],
    replaced: ['/en/checkout/shop?dialog=address'],
  });
});

test.each(['/auth/login?ref=cart', '/auth/login?returnTo=%2Fen%2Fkurse', '/auth/login'])(
  'a login at %s stays in the document, with a welcome',
  async (route) => {
    expect(await finishOn(route)).toEqual({ calls: [['showNotification', welcome]], replaced: [] });
  },
);
