import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RecordFields } from '#back-office/catalogue/record-fields.tsx';
import type { FieldSchema } from '#back-office/catalogue/record-schema.ts';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import { searchedFields } from '#core/model/catalogue-record.ts';
import { giftFile } from '#server/content/sources/product-schemas.ts';

test('a field that names one course is searched, not a list of all, and says what is chosen', async () => {
  const i18n = await createTexts('de');
  await addMoreTexts(i18n);
  const show = (course: unknown) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <RecordFields
          schema={z.toJSONSchema(giftFile, { io: 'input' }) as FieldSchema}
          value={{ gives: { kind: 'course', course } }}
          path=""
          parts={{
            options: {},
            searchedAs: (name) => searchedFields.find((field) => field === `gift.${name}`) ?? null,
            faultAt: () => undefined,
            notes: {},
          }}
          onChange={() => undefined}
        />
      </I18nextProvider>,
    );
  const field = (markup: string) => /<input[^>]*id="field-gives\.course"[^>]*>/.exec(markup)?.[0];
  const hint = (markup: string) => /<p id="field-gives\.course-hint"[^>]*>(.*?)<\/p>/.exec(markup)?.[1];
  const [chosen, none] = [show('clara-schumann'), show('')];
  expect(field(chosen)).toContain('role="combobox"');
  expect(field(chosen)).toContain('aria-describedby="field-gives.course-hint"');
  expect(hint(chosen)).toBe('Gewählt: clara-schumann');
  expect(hint(none)).toBe('Gewählt: Nichts');
  expect(hint(show(undefined))).toBe(hint(none));
});
