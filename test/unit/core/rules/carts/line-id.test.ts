import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { CustomProperties } from '#core/model/cart.ts';
import { giftThemes } from '#core/model/gift-choice.ts';
import { lineId } from '#core/rules/carts/line-id.ts';
import { runs } from '#test/run-length.ts';

const text = fc.constantFrom(undefined, '', 'Clara', 'clara@example.org');
const properties: fc.Arbitrary<CustomProperties> = fc.record({
  recipient_name: text,
  recipient_email: text,
  greeting: text,
  is_gift_pdf: fc.constantFrom(undefined, false, true),
  delivery: fc.constantFrom(undefined, 'buyer' as const, 'email' as const, 'parcel' as const),
  deliver_on: fc.constantFrom(undefined, '2026-12-24', '2026-12-25'),
  theme: fc.constantFrom(undefined, ...giftThemes),
});

/** What tells two gifts apart: what was chosen or typed, and not that nothing was. */
function chosen({ recipient_email, is_gift_pdf, delivery, theme, ...rest }: CustomProperties): string {
  return JSON.stringify([
    rest.recipient_name ?? '',
    recipient_email ?? '',
    rest.greeting ?? '',
    is_gift_pdf ?? false,
    delivery ?? 'buyer',
    rest.deliver_on ?? '',
    theme ?? 'neutral',
  ]);
}

const idOf = (custom_properties: CustomProperties) => lineId({ product_id: 'gift', custom_properties });

test.prop([properties, properties, fc.nat(6)], { numRuns: runs(500) })(
  'two gifts are one line exactly when everything about them is equal',
  (one, drawn, field) => {
    // One field differs at most.
    const name = Object.keys(one)[field] as keyof CustomProperties;
    const other = { ...one, [name]: drawn[name] };
    expect(idOf(one) === idOf(other)).toBe(chosen(one) === chosen(other));
    expect(idOf(one) === 'gift').toBe(chosen(one) === chosen({}));
    const typed = ` ${one.recipient_email?.toUpperCase() ?? ''} `;
    expect(idOf({ ...one, recipient_email: typed })).toBe(idOf(one));
  },
);

test('lines of stored carts keep their ids', () => {
  const recipient_email = 'clara@example.org';
  expect(lineId({ product_id: 'gift', custom_properties: { recipient_email } })).toBe('gift.vlqc8ftkj1vw');
});
