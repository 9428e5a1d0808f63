import { createRef } from 'react';
import { expect, test } from 'vitest';
import type { Announcement } from '#core/model/content.ts';
import { createAnnouncementStore } from '#core/storefront/kernel/page-stores.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { AnnouncementBar } from '#ui/layout/announcement-bar.tsx';

/** Renders the bar and returns its links: URL and content. */
async function linksOf(announcement: Announcement | null): Promise<readonly (readonly string[])[]> {
  const stores = { announcement: createAnnouncementStore({ announcement, isClosed: false }) };
  const markup = await renderInShop(<AnnouncementBar ref={createRef()} />, { locale: 'de', stores });
  return [...markup.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, ...found]) => found);
}

const bar = (text: string, url: string, is_active = true): Announcement => ({
  is_active,
  properties: { text, url },
});

test('the bar links to the courses if there is no active announcement', async () => {
  const toCourses = [['/de/kurse', 'Unser Spielplan: alle Kurse im Überblick']];
  expect(await linksOf(null)).toEqual(toCourses);
  expect(await linksOf(bar('Neu', '/de/tv', false))).toEqual(toCourses);
});

test('an active announcement is HTML in a link to its URL', async () => {
  const [[url = '', content = ''] = []] = await linksOf(bar('<strong>Neu</strong>', '/de/tv?utm_source=bar'));
  expect(url).toBe('/de/tv?utm_source=bar');
  expect(content).toContain('<strong>Neu</strong>');
});

test('links in the text stay beside the link of the bar, which is left out without a URL', async () => {
  const own = ['/de/blog', 'lesen'];
  expect(await linksOf(bar('Neu: <a href="/de/blog">lesen</a>', '/de/tv'))).toEqual([
    ['/de/tv', expect.stringContaining('Zur Ankündigung')],
    own,
  ]);
  expect(await linksOf(bar('Neu: <a href="/de/blog">lesen</a>', ''))).toEqual([own]);
  expect(await linksOf(bar('Neu', ''))).toEqual([]);
});
