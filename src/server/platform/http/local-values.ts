const values = new WeakMap<Response, unknown>();

/** Creates a response for use in this process: the caller reads its value, which is never serialised. */
export function valueResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
): Response {
  const response = new Response(null, { status, headers });
  values.set(response, value);
  return response;
}

/** Reads the value of a response, from its JSON text if it was serialised. */
export async function readValue(response: Response): Promise<unknown> {
  return values.has(response) ? values.get(response) : response.json();
}
