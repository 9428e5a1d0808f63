import * as z from 'zod/mini';
import { salutations } from '#core/model/address.ts';
import { lengths, locales } from '#core/model/values.ts';
import { formMessage } from './form-message.ts';

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: formMessage('Bitte geben Sie Ihre E-Mail-Adresse ein.'), abort: true }),
    z.maxLength(lengths.email, formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.')),
    z.email(formMessage('Bitte prüfen Sie die Schreibweise der E-Mail-Adresse.')),
  );

const name = z
  .string()
  .check(z.trim(), z.maxLength(lengths.name, formMessage('Bitte kürzen Sie diese Angabe auf 80 Zeichen.')));

/** A new password; whether it is too common is for the host to say (decisions §5). */
const newPassword = z
  .string()
  .check(
    z.minLength(lengths.password.minimum, formMessage('Bitte wählen Sie mindestens 8 Zeichen.')),
    z.maxLength(lengths.password.maximum, formMessage('Bitte wählen Sie höchstens 128 Zeichen.')),
  );

/** Both passwords of a form are the same; said at the second one. */
function matching<Form extends { readonly password: string; readonly password_confirmation: string }>() {
  return z.refine<Form>((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: formMessage('Die beiden Passwörter stimmen nicht überein.'),
    // Said at once, not only after everything else is right.
    when: () => true,
  });
}

const typedPassword = z.string().check(z.minLength(1, formMessage('Bitte geben Sie Ihr Passwort ein.')));

/** Log in. */
export const loginSchema = z.object({ email, password: typedPassword });

/** Prove that one is oneself. */
export const ownPasswordSchema = z.object({ password: typedPassword });

/** Open an account; names are optional, the newsletter is not ticked (decisions §5). */
export const registrationSchema = z
  .object({
    firstname: name,
    lastname: name,
    email,
    password: newPassword,
    password_confirmation: z.string(),
    newsletter: z.boolean(),
  })
  .check(matching());

/** Ask for a password link. */
export const passwordRequestSchema = z.object({ email });

/** Set a new password with a link. */
export const passwordResetSchema = z
  .object({ password: newPassword, password_confirmation: z.string() })
  .check(matching());

/** Complete an account made by a purchase. */
export const accountCompletionSchema = z
  .object({
    firstname: name,
    lastname: name,
    password: newPassword,
    password_confirmation: z.string(),
    newsletter: z.boolean(),
  })
  .check(matching());

/** Names and language of a learner (specification §2 "My data"). */
export const personSchema = z.object({
  salutation: z.enum(salutations),
  firstname: name,
  lastname: name,
  language: z.enum(locales),
});

/** A new e-mail address. */
export const emailChangeSchema = z.object({ email });

/** Set a new password with the one so far. */
export const passwordChangeSchema = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    password_confirmation: z.string(),
  })
  .check(matching());
