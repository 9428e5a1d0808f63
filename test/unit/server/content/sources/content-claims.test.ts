import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsWithBreaks, faultsWithFiles, groupBreaks } from '#test/unit/server/content/content-breaks.ts';
import { type ContentFolder, copyContent, source } from '#test/unit/server/content/content-folder.ts';

let folder: ContentFolder;

beforeAll(async () => {
  folder = await copyContent();
});

afterAll(() => folder.remove());

describe('a claim of the content', () => {
  /** File, text and its replacement; the field that is named, the problem, and the file of that field if it differs. */
  const claims = [
    [
      'campaigns/herbst.yaml',
      'Hildegards Kräutergarten',
      '15 % für Hildegards Kräutergarten',
      'lead.de',
      'ledger',
    ],
    ['campaigns/herbst.yaml', 'with a code for autumn', 'fifteen per cent off', 'lead.en', 'ledger'],
    ['campaigns/herbst.yaml', 'with a code for autumn', 'cheaper', 'lead.en', 'ledger'],
    [
      'campaigns/herbst.yaml',
      'with a code for autumn',
      'now {{price}}',
      'lead.en',
      'nothing fills {{price}}',
    ],
    ['campaigns/herbst.yaml', '{{percent}} unter', '{{percant}} unter', 'promises.de[2]', 'nothing fills'],
    ['coupons.yaml', 'title: { de: Zum Herbst', 'title: { de: 16 % zum Herbst', '[5].title.de', 'ledger'],
    [
      'coupons.yaml',
      'first_purchase_only: true',
      'first_purchase_only: false',
      'lead.de',
      'first purchase',
      'campaigns/auge-und-hand.yaml',
    ],
    ['vouchers/gutschein-25.yaml', 'über 25 Euro', 'über 24 Euro', 'title.de', 'ledger'],
    ['greenbar.yaml', 'zwölf Kurse', 'heute 10 € Nachlass', 'text.de', 'ledger'],
    ['popups/gift-season.yaml', 'Noch rechtzeitig', 'Mit FUENFER', 'title.de', 'code FUENFER'],
    ['legal/faqs.de.md', 'für 4,99 €', 'für 3,99 €', 'text', 'ledger'],
    ['courses/auguste-escoffier.yaml', 'fünfzehn Euro', 'zehn Euro', 'questions[1].answer.de', 'ledger'],
    ['other-amounts.yaml', 'words: fifteen', 'words: fourteen', '[1]', 'does not say'],
  ].map(([file = '', from = '', to = '', field = '', problem = '', faultFile = file]) => ({
    ...{ file, from, to, field },
    fault: { file: faultFile, field, problem: expect.stringContaining(problem) },
  }));

  test.each(groupBreaks(claims).map((group) => [group.map(({ to }) => to).join('; '), group] as const))(
    'that the data does not support is a fault: %s',
    async (_what, group) => {
      const faults = await faultsWithBreaks(folder, group);
      for (const { fault } of group) expect(faults).toContainEqual(expect.objectContaining(fault));
    },
  );

  test('may name the code of a campaign anywhere', async () => {
    const text = source('popups/gift-season.yaml').replace('Noch rechtzeitig', 'Mit HERBST');
    expect(text).toContain('Mit HERBST');
    expect(await faultsWithFiles(folder, new Map([['popups/gift-season.yaml', text]]))).toEqual([]);
  });
});
