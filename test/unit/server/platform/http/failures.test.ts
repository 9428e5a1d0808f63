import { expect, test } from 'vitest';
import { failureCodes } from '#core/model/failure.ts';
import { failureOf, isOutage } from '#core/rules/basics/result.ts';
import { failureStatuses, statusOfFailure } from '#server/platform/http/failures.ts';

test('the outages are the codes with a 5xx status', () => {
  const outages = failureCodes.filter((code) => isOutage({ code }));
  expect(outages).toEqual(failureCodes.filter((code) => failureStatuses[code] >= 500));
});

test.each(['NETWORK', 'UNREADABLE_ANSWER'])('%s is an outage, on pages too', (code) => {
  expect([isOutage(failureOf(code)), statusOfFailure(code)]).toEqual([true, 503]);
});
