import { createCookie, redirect } from 'react-router';
import * as z from 'zod/mini';
import type { CookieName } from '#core/rules/basics/stored-data.ts';
import { siteContext } from '#ui/routes/contexts.ts';
import type { ActionContext } from './form-action.ts';

/** Keeps what the page after a form shows, such as a receipt, for a reload. Scripts cannot read it. */
export const formResultCookie = 'form_result' satisfies CookieName;

/** Seconds for which the page after a form can be loaded again. */
const lifetime = 15 * 60;

/** Longest value in bytes: browsers drop cookies of more than 4,096 bytes with name and attributes. */
const longestValue = 3_800;

const cookie = createCookie(formResultCookie, { httpOnly: true, sameSite: 'lax', maxAge: lifetime });

const keptResult = z.object({ form: z.string(), result: z.unknown() });

/**
 * Redirects (303) to the page that shows the result of a form: `search` of the same path. The first of `results` that
 * fits into the cookie is kept, so shorter ones follow. Reloading that page sends nothing again.
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

/** One slash at its beginning: two would name another site. */
function pathOf({ url }: Request): string {
  return new URL(url).pathname.replace(/^\/+/, '/').replace(/\.data$/, '');
}

/** The result of a form that was sent to this path; null when there is none, or none that the schema accepts. */
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
