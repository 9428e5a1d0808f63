import { expect, test } from 'vitest';
import { z } from 'zod';
import { RecordFields } from '#back-office/catalogue/record-fields.tsx';
import type { FieldSchema } from '#back-office/catalogue/record-schema.ts';
import { searchedFields } from '#core/model/catalogue-record.ts';
import { giftFile } from '#server/content/sources/product-schemas.ts';
import { show } from '#test/unit/back-office/support/show.tsx';

test('a field for one course is a search field, not a list of all, and shows the chosen course', async () => {
  const showCourse = (course: unknown) =>
    show(
      <RecordFields
        schema={z.toJSONSchema(giftFile, { io: 'input' }) as FieldSchema}
        value={{ gives: { kind: 'course', course } }}
        path=""
        parts={{
          canChange: true,
          options: {},
          searchedFieldOf: (name) => searchedFields.find((field) => field === `gift.${name}`) ?? null,
          faultAt: () => undefined,
          notes: {},
        }}
        onChange={() => undefined}
      />,
    );
  const field = (markup: string) => /<input[^>]*id="field-gives\.course"[^>]*>/.exec(markup)?.[0];
  const hint = (markup: string) => /<p id="field-gives\.course-hint"[^>]*>(.*?)<\/p>/.exec(markup)?.[1];
  const [chosen, none] = [await showCourse('clara-schumann'), await showCourse('')];
  expect(field(chosen)).toContain('role="combobox"');
  expect(field(chosen)).toContain('aria-describedby="field-gives.course-hint"');
  expect(hint(chosen)).toBe('Gewählt: clara-schumann');
  expect(hint(none)).toBe('Gewählt: Nichts');
  expect(hint(await showCourse(undefined))).toBe(hint(none));
});
