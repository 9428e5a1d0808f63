import { expect, test } from 'vitest';
import { filterByConsent } from '#adapters/analytics/consent-filter.ts';

test('the link of statistics with a learner ends with the consent to marketing, and is made again with it', () => {
  const told: (string | null)[] = [];
  const service = { setConsent() {}, track() {}, identify: (id: string | null) => void told.push(id) };
  const gate = filterByConsent({ purpose: 'statistics', beforeConsent: 'drop' }, service);
  gate.setConsent({ statistics: true, marketing: true });
  gate.identify('learner-1');
  gate.setConsent({ statistics: true, marketing: false });
  expect(told).toEqual(['learner-1', null]);
  gate.identify('learner-2');
  gate.setConsent({ statistics: true, marketing: false });
  expect(told).toEqual(['learner-1', null]);
  gate.setConsent({ statistics: true, marketing: true });
  gate.identify('learner-2');
  expect(told).toEqual(['learner-1', null, 'learner-2']);
});

test('a link that was made before a refusal of everything ends with the next consent to statistics alone', () => {
  const told: (string | null)[] = [];
  const service = { setConsent() {}, track() {}, identify: (id: string | null) => void told.push(id) };
  const gate = filterByConsent({ purpose: 'statistics', beforeConsent: 'drop' }, service);
  gate.setConsent({ statistics: true, marketing: true });
  gate.identify('learner-1');
  gate.setConsent({ statistics: false, marketing: false });
  expect(told).toEqual(['learner-1']);
  gate.setConsent({ statistics: true, marketing: false });
  expect(told).toEqual(['learner-1', null]);
});
