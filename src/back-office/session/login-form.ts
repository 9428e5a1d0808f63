import * as z from 'zod/mini';
import type { EndpointValue } from '#api/endpoint.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';
import { isEmailAddress } from '#core/model/email-address.ts';

const login = z.object({
  email: z.string().check(z.trim(), z.refine(isEmailAddress)),
  password: z.string().check(z.minLength(1)),
  code: z.string().check(z.trim(), z.minLength(6)),
});

type Login = z.output<typeof login>;
type LoggedIn = EndpointValue<typeof operatorSessionEndpoints.logInOperator>;

/** Returns the login form: e-mail address, password and second factor. `email` is the prefilled address. */
export function loginForm(email: string): FormDescription<Login, LoggedIn> {
  return {
    schema: login,
    fields: [
      { name: 'email', label: 'login.email', kind: 'email', autoComplete: 'username' },
      { name: 'password', label: 'login.password', kind: 'password', autoComplete: 'current-password' },
      {
        name: 'code',
        label: 'login.code',
        hint: 'login.codeHint',
        kind: 'code',
        autoComplete: 'one-time-code',
      },
    ],
    submitLabel: 'login.submit',
    defaultValues: { email, password: '', code: '' },
    send: (body) => call(operatorSessionEndpoints.logInOperator, { body }, { asksForSession: false }),
    refusals: { WRONG_CREDENTIALS: 'login.refused' },
  };
}

const proof = z.object({ code: login.shape.code });

type Proved = EndpointValue<typeof operatorSessionEndpoints.proveOperator>;

/** Form for a fresh proof of the second factor. */
export const proofForm: FormDescription<z.output<typeof proof>, Proved> = {
  schema: proof,
  fields: [
    {
      name: 'code',
      label: 'login.code',
      hint: 'login.codeHint',
      kind: 'code',
      autoComplete: 'one-time-code',
    },
  ],
  submitLabel: 'proof.submit',
  defaultValues: { code: '' },
  send: (body) => call(operatorSessionEndpoints.proveOperator, { body }, { asksForSession: false }),
};
