const values = new WeakMap<Response, unknown>();

/** A response that stays in this process: whoever takes it reads its value, which is never written as text. */
export function valueResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
): Response {
  const response = new Response(null, { status, headers });
  values.set(response, value);
  return response;
}

/** The value of a response of this process, from its text when it has one. */
export async function readValue(response: Response): Promise<unknown> {
  return values.has(response) ? values.get(response) : response.json();
}
