import { expect, test } from 'vitest';
import { giftPlanSchema } from '#ui/forms/gift-schemas.ts';

const schema = giftPlanSchema('2026-11-20');
const messages = (typed: { readonly recipient_email: string; readonly deliver_on: string }) =>
  schema.safeParse(typed).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];

test('a gift is delivered at once, or on a day within a year', () => {
  expect(schema.parse({ recipient_email: 'Mara@Example.org ', deliver_on: '' })).toEqual({
    recipient_email: 'mara@example.org',
    deliver_on: '',
  });
  for (const deliver_on of ['2026-11-20', '2027-11-20'])
    expect(messages({ recipient_email: 'mara@example.org', deliver_on })).toEqual([]);
});

test('an invalid address and an invalid day are both reported, in the words of the shop', () => {
  const wrongDay = 'deliver_on: Bitte wählen Sie einen Tag zwischen heute und heute in einem Jahr.';
  expect(messages({ recipient_email: '', deliver_on: '2026-11-19' })).toEqual([
    'recipient_email: Bitte geben Sie ein, an wen wir die E-Mail schicken.',
    wrongDay,
  ]);
  for (const deliver_on of ['2027-11-21', '2026-02-30'])
    expect(messages({ recipient_email: 'mara@', deliver_on })).toEqual([
      'recipient_email: Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.',
      wrongDay,
    ]);
});
