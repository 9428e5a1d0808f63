import type { Cancellation } from '#core/model/declaration.ts';
import type { CancellationForm } from '#ui/forms/declaration-schemas.ts';

export const emptyCancellation: CancellationForm = {
  chosen: '',
  code: '',
  kind: 'ordinary',
  reason: '',
  end: 'soonest',
  ends_on: '',
  name: '',
  email: '',
};

/** Converts the form to a declaration. */
export function toCancellation(form: CancellationForm): Cancellation {
  const { chosen, code, kind, reason, end, ends_on, name, email } = form;
  return {
    code: chosen === '' ? code : chosen,
    kind,
    // Only an extraordinary cancellation has a reason; the text of the hidden field is not sent.
    reason: kind === 'extraordinary' ? reason : null,
    ends_on: end === 'soonest' ? null : ends_on,
    name,
    email,
  };
}
