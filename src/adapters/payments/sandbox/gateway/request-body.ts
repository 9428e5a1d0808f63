import type { Context } from 'hono';
import type * as z from 'zod';

/** The JSON body of a request as the schema has it; null when it is something else. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const body: unknown = await context.req.json().catch(() => null);
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
