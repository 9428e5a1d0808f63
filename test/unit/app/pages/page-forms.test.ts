import { expect, test } from 'vitest';
import { readForms } from '#app/pages/page-forms.ts';
import type { Visitor } from '#app/pages/web-handler.ts';

const site = 'https://shop.example';

function handler() {
  const rendered: (Visitor & { readonly method: string; readonly origin: string | null })[] = [];
  const render = readForms(async ({ method, headers }, visitor) => {
    rendered.push({ ...visitor, method, origin: headers.get('Origin') });
    return new Response('page');
  }, site);
  const send = (init: RequestInit) =>
    render(new Request(`${site}/de/kontakt`, { duplex: 'half', ...init } as RequestInit), {
      clientAddress: 'me',
    });
  return { rendered, send };
}

test('a form that is sent slowly is not rendered before it is complete', async () => {
  const { rendered, send } = handler();
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('name=Ada'));
      end = () => controller.close();
    },
  });
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
  const slow = send({ method: 'POST', body, headers });
  await send({ method: 'GET' });
  expect(rendered).toEqual([{ clientAddress: 'me', method: 'GET', origin: null }]);
  end();
  await slow;
  const [, sent] = rendered;
  expect(sent?.submission && 'form' in sent.submission && [...sent.submission.form]).toEqual([
    ['name', 'Ada'],
  ]);
});

test.each([
  [30, '', null],
  [31, '', 400],
  [31, '\u202e', 400],
  [100_000, '', 400],
])('a field of %i combining marks, %j between them: refused with %s', async (count, between, refused) => {
  const { rendered, send } = handler();
  const form = new FormData();
  form.append('name', 'Ada');
  form.append('password_confirmation', `a${`\u0300${between}`.repeat(count)}`);
  await send({ method: 'POST', body: form, headers: { Origin: site } });
  const [sent] = rendered;
  expect(sent?.submission).toEqual(refused === null ? { form: expect.any(FormData) } : { refused });
  expect(sent?.method).toBe(refused === null ? 'POST' : 'GET');
});

test('a refused form becomes a request for its page, and the router never gets its origin', async () => {
  const { rendered, send } = handler();
  await send({ method: 'POST', body: 'x', headers: { Origin: 'https://evil.example' } });
  await send({ method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { Origin: site } });
  expect(rendered.map(({ method, origin }) => [method, origin])).toEqual([
    ['GET', null],
    ['POST', null],
  ]);
  expect(rendered[0]?.submission).toEqual({ refused: 403 });
});
