import { z } from 'zod';
import {
  type RemovedDemoData,
  removeDemoData,
  type StillInUse,
} from '#server/operations/demo/remove-demo-data.ts';
import { defineCommand, done, failed, money } from './command.ts';

/** `demo remove`: removes demo data before a database is used for a live shop. */
export const removeDemoCommand = defineCommand({
  name: 'demo remove',
  usage: '',
  summary:
    'takes back what redeemed demo codes gave (credit, courses, memberships) and deletes the demo learners and the demo operator, for a live start',
  input: z.object({}),
  async run(context) {
    const removed = await removeDemoData(context);
    return removed.ok ? done(...describe(removed.value)) : failed(...explain(removed.error));
  },
});

function describe({ codes, accounts }: RemovedDemoData): readonly string[] {
  const lines = [
    ...codes.map(({ code, email, credit, spent, endsAccess }) => {
      const taken = [
        ...(credit > 0 ? [`${money(credit)} of credit`] : []),
        ...(endsAccess ? ['the access that it gave'] : []),
      ];
      return (
        `Code ${code} is revoked` +
        (taken.length > 0
          ? `; taken back from ${email ?? 'a deleted account'}: ${taken.join(' and ')}`
          : '') +
        (spent > 0 ? `; ${money(spent)} were spent before and stay spent` : '') +
        '.'
      );
    }),
    ...accounts.map((email) => `The demo account ${email} is deleted.`),
  ];
  return lines.length === 0 ? ['There is no demo data to remove.'] : lines;
}

function explain({ subject, code }: StillInUse): readonly string[] {
  const cause =
    code === 'CONTRACT_RENEWS'
      ? 'has a subscription that renews: cancel it first'
      : 'is used by an order whose payment is not finished: wait for its outcome, or transfers cancel';
  return [`${subject} ${cause}. Nothing was changed.`];
}
