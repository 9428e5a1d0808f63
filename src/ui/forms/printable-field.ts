import type { FieldValues, Path } from 'react-hook-form';
import * as z from 'zod/mini';
import { isPrintable } from '#core/model/printable-text.ts';
import { formMessage } from './field-schemas.ts';
import type { FieldProps, SchemaForm } from './use-schema-form.ts';

/** Rejects characters that invoices and enclosures cannot show (docs/behaviour/orders.md#letters-in-documents). */
export const printable = z.refine<string>(isPrintable, {
  error: formMessage('Ein Zeichen davon können wir auf Rechnungen und Beilagen nicht drucken.'),
});

/** Like `form.field`, for texts of PDF documents: unsupported characters are reported while typing. */
export function printableField<Values extends FieldValues>(
  form: SchemaForm<Values>,
  name: Path<Values>,
): FieldProps {
  const { onChange, ...field } = form.field(name);
  return {
    ...field,
    async onChange(event: Parameters<typeof onChange>[0]) {
      await onChange(event);
      if (!isPrintable(String(form.getValues(name))) || form.getFieldState(name).invalid)
        await form.trigger(name);
    },
  };
}
