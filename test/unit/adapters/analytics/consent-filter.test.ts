import { expect, test } from 'vitest';
import { filterByConsent } from '#adapters/analytics/consent-filter.ts';

test('statistics are linked with a learner only while there is consent to marketing', () => {
  const identified: (string | null)[] = [];
  const service = { setConsent() {}, track() {}, identify: (id: string | null) => void identified.push(id) };
  const filter = filterByConsent({ purpose: 'statistics', beforeConsent: 'drop' }, service);
  filter.setConsent({ statistics: true, marketing: true });
  filter.identify('learner-1');
  filter.setConsent({ statistics: true, marketing: false });
  expect(identified).toEqual(['learner-1', null]);
  filter.identify('learner-2');
  filter.setConsent({ statistics: true, marketing: false });
  expect(identified).toEqual(['learner-1', null]);
  filter.setConsent({ statistics: true, marketing: true });
  filter.identify('learner-2');
  expect(identified).toEqual(['learner-1', null, 'learner-2']);
});

test('a link from before all consent was withdrawn ends with the next consent to statistics alone', () => {
  const identified: (string | null)[] = [];
  const service = { setConsent() {}, track() {}, identify: (id: string | null) => void identified.push(id) };
  const filter = filterByConsent({ purpose: 'statistics', beforeConsent: 'drop' }, service);
  filter.setConsent({ statistics: true, marketing: true });
  filter.identify('learner-1');
  filter.setConsent({ statistics: false, marketing: false });
  expect(identified).toEqual(['learner-1']);
  filter.setConsent({ statistics: true, marketing: false });
  expect(identified).toEqual(['learner-1', null]);
});
