import { expect, test } from 'vitest';
import type { Note } from '#core/model/learning.ts';
import { withNote } from '#ui/screens/learning/lesson/use-notes.ts';

const noteAt = (id: string, position_seconds: number): Note => ({
  id,
  lesson: { id: 'l1', number: 1, title: 'Linien', is_shown: true },
  course: { id: 'c1', slug: 'zeichnen', title: 'Zeichnen' },
  position_seconds,
  text: '',
  created_at: '2026-11-22T10:00:00.000Z',
  changed_at: '2026-11-22T10:00:00.000Z',
});

test('a bookmark that was set while the list was loading is in the list once, at its place', () => {
  const bookmark = noteAt('new', 20);
  const loaded = { items: [noteAt('first', 10), noteAt('last', 30)], total: 2 };
  const ids = ({ items, total }: ReturnType<typeof withNote>) => [items.map(({ id }) => id), total];

  const whole = withNote(loaded, bookmark);
  expect(ids(whole)).toEqual([['first', 'new', 'last'], 3]);
  expect(ids(withNote(whole, bookmark))).toEqual([['first', 'new', 'last'], 3]);
});
