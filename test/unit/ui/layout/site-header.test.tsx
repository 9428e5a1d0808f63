import { expect, test } from 'vitest';
import { learner } from '#test/unit/core/storefront/people.ts';
import { draw } from '#test/unit/ui/support/draw.tsx';
import { SiteHeader } from '#ui/layout/site-header.tsx';

/** Returns markup and text of the header, and the URLs of its links. */
async function read(page: Parameters<typeof draw>[1]) {
  const { html, text } = await draw(<SiteHeader />, page);
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address]) => address);
  return { html, text, links };
}

const account = ['/en/profil/master', '/en/profil', '/en/profil/subscription'];

test('a guest has registration and cart, a learner a menu with profile and logout', async () => {
  const guest = await read({ route: '/kurse' });
  expect(guest.links).toContain('/en/auth/login?tab=register&amp;returnTo=%2Fen%2Fkurse');
  expect(guest.html).toContain('aria-label="Cart"');
  expect(guest.text).not.toContain('My account');

  const own = await read({ route: '/kurse', learner });
  expect(own.text).toMatch(/Johanna Brandt My account My courses My details My purchases Log out/);
  expect(own.links).toEqual(expect.arrayContaining(account));
  expect(own.html).toContain('aria-label="Cart"');
  expect(own.links.join()).not.toContain('/auth/');
});

test('a learner without a first name is named by the e-mail address', async () => {
  const { text } = await read({ learner: { ...learner, firstname: '' } });
  expect(text).toContain(`${learner.email} My account`);
});

test('the return to the checkout is announced only after a login that began in the cart', async () => {
  const isAnnounced = async (query: string) =>
    (await read({ route: `/kurse?${query}` })).text.includes('Taking you back to the checkout.');
  expect(await isAnnounced('ref=cart&status=authenticated')).toBe(true);
  expect(await isAnnounced('ref=cart')).toBe(false);
  expect(await isAnnounced('status=authenticated')).toBe(false);
});

test('the checkout has neither navigation nor account menu, but its language can be switched', async () => {
  const { text, links } = await read({ route: '/checkout/shop', learner });
  expect(text).not.toMatch(/Courses|My account/);
  expect(links).toEqual(['/en', '/de/checkout/shop']);
});
