import { type ActionFunctionArgs, data } from 'react-router';
import * as z from 'zod/mini';
import type { CallFailure } from '#core/rules/basics/result.ts';
import type { ApiResult } from '#core/storefront/kernel/context.ts';
import { failureStatusContext, submissionContext } from '#ui/routes/contexts.ts';

export type ActionContext = Pick<ActionFunctionArgs, 'request' | 'context'>;

type FormValue = string | boolean | null | string[] | Record<string, string>;

/** The page's data after a form that was refused: what was typed, and why it was refused. */
export interface RefusedForm {
  /** Name of the form: a page may have several. */
  readonly form: string;
  /** Never passwords. */
  readonly values: Readonly<Record<string, FormValue>>;
  /** The first message of each field: the key of a form's text, or the server's own sentence. */
  readonly errors: Readonly<Record<string, string>>;
  /** Code of the call's failure; null when the form itself was wrong. */
  readonly code: string | null;
  /** The failure when it belongs to no field. */
  readonly failure: Pick<CallFailure, 'code' | 'detail'> | null;
}

/** A form of a page: how its fields are read, what they are sent to, and where a success leads. */
export interface FormHandler<Values extends Record<string, FormValue>, Value> {
  readonly schema: z.core.$ZodType<Values, Values>;
  /** The values of an empty form. Fields that are not sent keep them; a boolean one is a checkbox. */
  readonly empty: Values;
  /** Names of fields for failure codes that the server assigns to none. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>;
  send(values: Values): ApiResult<Value>;
  onSent(value: Value, values: Values): Response | Promise<Response>;
}

/** What an action answers. */
export type FormResponse = Response | ReturnType<typeof data<RefusedForm>>;

/**
 * Answers a form that was sent without JavaScript by one of the page's forms, chosen by the value of the button that
 * sent it (docs/behaviour/navigation-and-layout.md#forms-without-javascript).
 * @throws Response data with status 400 for a form that the page does not have.
 */
export async function answerForm(
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

/** Name of the buttons' values that name the form. */
export const formField = 'form';

export interface SentForm {
  readonly name: string;
  readonly fields: FormData;
  /** The page's status when a call has failed with this code. */
  readonly statusOf: (code: string) => number;
}

/**
 * Creates the answer to one form: a redirect, or the page with what was typed and the errors (422, or that of the
 * call).
 */
export function handleForm<Values extends Record<string, FormValue>, Value>(
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

/** The last value that is not empty, because a field may stand twice in a page; browsers send line breaks as CR LF. */
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

/** The server's messages at the fields of the form that it names. */
function serverMessages<Values extends Record<string, FormValue>>(
  { code, detail, fields }: CallFailure,
  { empty, fieldOf = {} }: Pick<FormHandler<Values, unknown>, 'empty' | 'fieldOf'>,
): Record<string, string> {
  const own = (fieldOf as Readonly<Record<string, string>>)[code];
  if (own !== undefined) return { [own]: detail };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(empty, name)));
}
