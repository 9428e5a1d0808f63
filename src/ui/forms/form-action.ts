import { type ActionFunctionArgs, data } from 'react-router';
import * as z from 'zod/mini';
import type { CallFailure } from '#core/rules/basics/result.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { failureStatusContext, submissionContext } from '#ui/routes/contexts.ts';

export type ActionContext = Pick<ActionFunctionArgs, 'request' | 'context'>;

type FormValue = string | boolean | null | string[] | Record<string, string>;

/** The action data of a rejected form: the submitted values and the errors. */
export interface RefusedForm {
  /** Name of the form, because a page may have several. */
  readonly form: string;
  /** Submitted values, without passwords. */
  readonly values: Readonly<Record<string, FormValue>>;
  /** First message of each field: a translation key of a form text, or a text of the server. */
  readonly errors: Readonly<Record<string, string>>;
  /** Failure code of the API call; null if the validation failed. */
  readonly code: string | null;
  /** Failure that belongs to no field. */
  readonly failure: Pick<CallFailure, 'code' | 'detail'> | null;
}

/** Handles a form of a page: how its fields are read, which call they are sent to, and what follows on success. */
export interface FormHandler<Values extends Record<string, FormValue>, Value> {
  readonly schema: z.core.$ZodType<Values, Values>;
  /** Values of an empty form, used for missing fields. Boolean fields are checkboxes. */
  readonly empty: Values;
  /** Field name by failure code, for failures that the server assigns to no field. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>;
  send(values: Values): ApiResult<Value>;
  onSent(value: Value, values: Values): Response | Promise<Response>;
}

/** The response of an action. */
export type FormResponse = Response | ReturnType<typeof data<RefusedForm>>;

/**
 * Handles a form that was sent without JavaScript. The value of the pressed button selects the handler
 * (docs/behaviour/navigation-and-layout.md#forms-without-javascript).
 * @throws Response data with status 400 for a form that the page does not have.
 */
export async function handlePostedForm(
  { context }: ActionContext,
  handlers: Readonly<Record<string, (form: SentForm) => Promise<FormResponse>>>,
): Promise<FormResponse> {
  const submission = context.get(submissionContext);
  const fields = submission !== null && 'form' in submission ? submission.form : new FormData();
  const name = textOf(fields, formField) ?? '';
  if (!Object.hasOwn(handlers, name)) throw data(null, { status: 400 });
  return (handlers[name] as (form: SentForm) => Promise<FormResponse>)({
    name,
    fields,
    statusOf: context.get(failureStatusContext),
  });
}

/** Name of the submit buttons; their value is the form's name. */
export const formField = 'form';

export interface SentForm {
  readonly name: string;
  readonly fields: FormData;
  /** Returns the status of the page after a call failed with this code. */
  readonly statusOf: (code: string) => number;
}

/**
 * Creates the handler of one form. It responds with a redirect, or with the submitted values and the errors (status
 * 422, or that of the failed call).
 */
export function createFormHandler<Values extends Record<string, FormValue>, Value>(
  handler: FormHandler<Values, Value>,
): (form: SentForm) => Promise<FormResponse> {
  return async ({ name, fields, statusOf }) => {
    const typed = readValues(fields, handler.empty);
    const refuse = (
      refused: Pick<RefusedForm, 'errors' | 'code' | 'failure'>,
      status: number,
      headers: Record<string, string> = {},
    ) => data<RefusedForm>({ form: name, values: withoutSecrets(typed), ...refused }, { status, headers });
    const parsed = z.safeParse(handler.schema, typed);
    if (!parsed.success) {
      return refuse({ errors: firstMessages(parsed.error.issues), code: null, failure: null }, 422);
    }
    const response = await handler.send(parsed.data);
    if (response.ok) return handler.onSent(response.value, parsed.data);
    const { code, detail, retryAfter } = response.error;
    const errors = serverMessages(response.error, handler);
    const failure = Object.keys(errors).length === 0 ? { code, detail } : null;
    const wait: Record<string, string> =
      retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
    return refuse({ errors, code, failure }, statusOf(code), wait);
  };
}

function readValues<Values extends Record<string, FormValue>>(fields: FormData, empty: Values): Values {
  const entries = Object.entries(empty).map(([name, value]) => {
    if (typeof value === 'boolean') return [name, fields.has(name)];
    return [name, typeof value === 'string' ? (textOf(fields, name) ?? value) : value];
  });
  return Object.fromEntries(entries) as Values;
}

/**
 * Returns the last non-empty value, because a field may occur twice in a page. Converts line breaks, which browsers
 * send as CR LF.
 */
function textOf(fields: FormData, name: string): string | null {
  const texts = fields.getAll(name).filter((value) => typeof value === 'string');
  const text = texts.findLast((value) => value !== '') ?? texts[0];
  return text === undefined ? null : text.replaceAll('\r\n', '\n');
}

function withoutSecrets<Values extends object>(values: Values): Values {
  const shown = Object.entries(values).map(([name, value]) => [name, /password/.test(name) ? '' : value]);
  return Object.fromEntries(shown) as Values;
}

function firstMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Returns the server's messages by form field. */
function serverMessages<Values extends Record<string, FormValue>>(
  { code, detail, fields }: CallFailure,
  { empty, fieldOf = {} }: Pick<FormHandler<Values, unknown>, 'empty' | 'fieldOf'>,
): Record<string, string> {
  const own = (fieldOf as Readonly<Record<string, string>>)[code];
  if (own !== undefined) return { [own]: detail };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(empty, name)));
}
