import { createCookie, redirect } from 'react-router';
import * as z from 'zod/mini';
import type { CookieName } from '#core/rules/basics/stored-data.ts';
import { siteContext } from '#ui/routes/contexts.ts';
import type { ActionContext } from './form-action.ts';

/**
 * Stores the result that the page after a form shows, such as a receipt, so that it survives a reload. Not readable by
 * scripts.
 */
export const formResultCookie = 'form_result' satisfies CookieName;

/** Seconds for which the result page can be reloaded. */
const lifetime = 15 * 60;

/** Maximum length in bytes: browsers drop cookies of more than 4,096 bytes including name and attributes. */
const longestValue = 3_800;

const cookie = createCookie(formResultCookie, { httpOnly: true, sameSite: 'lax', maxAge: lifetime });

const keptResult = z.object({ form: z.string(), result: z.unknown() });

/**
 * Redirects (303) to the page that shows the result of a form: the same path with `search`. Stores the first of
 * `results` that fits into the cookie, so list the complete one first. Reloading that page does not send the form
 * again.
 */
export async function showResult(
  { request, context }: ActionContext,
  {
    form,
    search,
    results,
  }: { readonly form: string; readonly search: string; readonly results: readonly unknown[] },
): Promise<Response> {
  const path = pathOf(request);
  const isSecure = context.get(siteContext).url.startsWith('https:');
  const headers = new Headers();
  for (const result of results) {
    const header = await cookie.serialize({ form, result }, { path, secure: isSecure });
    if (header.length > longestValue) continue;
    headers.append('Set-Cookie', header);
    break;
  }
  return redirect(`${path}${search}`, { status: 303, headers });
}

/** Returns the path with exactly one leading slash: two would address another host. */
function pathOf({ url }: Request): string {
  return new URL(url).pathname.replace(/^\/+/, '/').replace(/\.data$/, '');
}

/** Reads the result of a form that was sent to this path. Null if there is none, or if it does not match the schema. */
export async function readResult<Result>(
  request: Request,
  form: string,
  schema: z.core.$ZodType<Result>,
): Promise<Result | null> {
  const kept = keptResult.safeParse(await cookie.parse(request.headers.get('Cookie')));
  if (!kept.success || kept.data.form !== form) return null;
  const result = z.safeParse(schema, kept.data.result);
  return result.success ? result.data : null;
}
