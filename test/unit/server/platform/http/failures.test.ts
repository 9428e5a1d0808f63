import { expect, test } from 'vitest';
import { failureCodes } from '#core/model/failure.ts';
import { failureOf, isOutage } from '#core/rules/basics/result.ts';
import { failureStatuses, statusOfFailure } from '#server/platform/http/failures.ts';

test('an outage is a code that the server answers with a status of its own faults', () => {
  const outages = failureCodes.filter((code) => isOutage({ code }));
  expect(outages).toEqual(failureCodes.filter((code) => failureStatuses[code] >= 500));
});

test.each(['NETWORK', 'UNREADABLE_ANSWER'])('%s is an outage, also of a page', (code) => {
  expect([isOutage(failureOf(code)), statusOfFailure(code)]).toEqual([true, 503]);
});
