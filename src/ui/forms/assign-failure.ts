import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { CallFailure } from '#core/rules/failure.ts';

/**
 * Puts what the host found wrong at the fields it names (JSON pointers such as `/data/attributes/email`), in the host's
 * own words. A field may lie deeper in the form (`address.city`). Answers whether any field took it; if none did, the form itself has to say it.
 */
export function assignFailure<Values extends FieldValues>(
  failure: CallFailure,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  let isAssigned = false;
  for (const [pointer, message] of Object.entries(failure.fields)) {
    const name = pointer.split('/').at(-1);
    const field = fields.find((candidate) => candidate.split('.').at(-1) === name);
    if (field === undefined) continue;
    setError(field, { type: 'host', message }, { shouldFocus: !isAssigned });
    isAssigned = true;
  }
  return isAssigned;
}
