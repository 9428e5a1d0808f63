import { expect, test } from 'vitest';
import { toCustomProperties } from '#ui/components/carts/gift-fields.tsx';

const texts = { recipient_name: 'Bert', sender_name: 'Emma', greeting: 'Lieber Bert' };
const typed = {
  ...texts,
  delivery: 'email',
  theme: 'thanks',
  recipient_email: 'bert@example.org',
  deliver_on: '2026-12-06',
} as const;

test('a gift keeps all typed values except those of another delivery method', () => {
  expect(toCustomProperties(typed, true)).toEqual(typed);
  expect(toCustomProperties({ ...typed, delivery: 'buyer' }, true)).toEqual({
    ...texts,
    delivery: 'buyer',
    theme: 'thanks',
    is_gift_pdf: true,
  });
  const parcel = { ...typed, delivery: 'parcel' } as const;
  expect(toCustomProperties(parcel, true)).toEqual({ ...texts, delivery: 'parcel', theme: 'thanks' });
  expect(toCustomProperties(parcel, false), 'a box has neither theme nor delivery').toEqual(texts);
});
