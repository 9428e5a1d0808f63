import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runningUploads, uploadFilm } from '#back-office/learning/upload-film.ts';

const size = 10;
const file = new File(['0123456789'], 'kamera.mov');

/** The bytes that the server has, whether it is unreachable, and its requests. */
let received: number;
let isAway: boolean;
let requests: string[];

function job() {
  const at = '2026-11-21T10:00:00.000Z';
  const state = received === size ? 'waiting' : 'uploading';
  const attributes = {
    ...{ state, step: state, percent: 0, file_name: file.name, fault: null, error: null },
    ...{ bytes: size, received, created_at: at, changed_at: at },
  };
  const data = { type: 'film_jobs', id: '01900000-0000-7000-8000-000000000000', attributes };
  return { ok: true, json: async () => ({ data }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  received = 0;
  isAway = false;
  requests = [];
  vi.stubGlobal('window', { onbeforeunload: null });
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path.split('/').at(-1)}`);
    if (method === 'POST') return job();
    // The request for the state of the upload fails, too.
    if (isAway || method === 'GET') throw new TypeError('no connection');
    received = size;
    return job();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a lost part is sent again after a second, and closing the tab meanwhile needs a confirmation', async () => {
  isAway = true;
  const sending = uploadFilm('lektion', file);
  await vi.advanceTimersByTimeAsync(999);
  expect(requests).toEqual(['POST uploads', 'PUT 0']);
  expect(runningUploads.current()).toMatchObject([{ film: 'lektion', share: 0, state: 'interrupted' }]);
  expect(window.onbeforeunload).not.toBeNull();
  isAway = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(await sending).toMatchObject({ ok: true, value: { state: 'waiting', received: size } });
  expect(runningUploads.current()).toEqual([]);
  expect(window.onbeforeunload).toBeNull();
});

test('a lost connection is retried for two minutes, then the upload fails with its cause', async () => {
  isAway = true;
  const sending = uploadFilm('lektion', file);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await sending).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
  expect(requests.filter((one) => one === 'PUT 0')).toHaveLength(9);
  expect(runningUploads.current()).toEqual([]);
});
