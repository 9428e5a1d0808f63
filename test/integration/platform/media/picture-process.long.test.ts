import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSystemClock } from '#adapters/system/system-clock.ts';
import type { Log } from '#ports/log.ts';
import { firstPictures, picturesToRender } from '#server/content/sources/pictures-to-render.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { startPictureProcess } from '#server/platform/media/picture-process.ts';
import { createPictureRenderer } from '#server/platform/media/render-picture.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

let root: string;
let messages: string[];
let logged: unknown[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meisterhand-picture-process-'));
  mkdirSync(join(root, 'pictures'));
  for (const [index, name] of ['falter', 'blatt'].entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"><path fill="#${index}0ff00" d="M0 0h30v40H0z"/></svg>`;
    writeFileSync(join(root, 'pictures', `${name}.svg`), svg);
  }
  writeFileSync(join(root, 'pictures', 'kaputt.svg'), '<svg viewBox="0 0 30 40"><path');
  messages = [];
  logged = [];
});

afterEach(() => rmSync(root, { recursive: true }));

const log: Log = {
  info: (event, facts) => logged.push([event, facts]),
  warn: (event, facts) => logged.push([event, facts]),
  error: (event, cause) => logged.push([event, String(cause)]),
};
const cached = () => readdirSync(join(root, 'cache')).toSorted();
const start = (versions: Parameters<typeof startPictureProcess>[0]['versions']) =>
  startPictureProcess({
    folders: { contentDir: root, cacheDir: join(root, 'cache') },
    versions,
    clock: createSystemClock(),
    log,
    say: (message) => messages.push(message),
  });

describe('the process that renders pictures', () => {
  const versions = [
    { name: 'falter', width: 160, format: 'avif' },
    { name: 'kaputt', width: 160, format: 'webp' },
    { name: 'blatt', width: 320, format: 'webp' },
    { name: 'falter', width: 400, format: 'webp' },
  ] as const;

  test('renders missing pictures at the lowest priority and reports failures; the next start renders the rest', async () => {
    const first = start(versions.slice(0, 3));
    expect(getPriority(first.pid ?? 0)).toBe(19);
    await first.ended;
    expect(messages).toEqual([
      'Rendering 3 of 3 pictures in the background',
      expect.stringMatching(/^Rendered 2 pictures in \d+ s; 1 failed$/),
    ]);
    expect(logged).toContainEqual([
      'picture_not_rendered',
      { name: 'kaputt', width: 160, format: 'webp', reason: expect.any(String) },
    ]);
    expect(logged.at(-1)).toEqual([
      'pictures_rendered',
      { made: 2, failed: 1, of: 3, seconds: expect.any(Number) },
    ]);
    const files = cached();
    expect(files).toEqual([
      expect.stringMatching(/^blatt-.+-320\.webp$/),
      expect.stringMatching(/^falter-.+-160\.avif$/),
    ]);

    messages = [];
    await start(versions.filter(({ name }) => name !== 'kaputt')).ended;
    expect(messages[0]).toBe('Rendering 1 of 3 pictures in the background');
    expect(cached()).toEqual(expect.arrayContaining(files));
    expect(cached()).toHaveLength(3);
  });

  test('reports nothing when all pictures are rendered', async () => {
    await start(versions.slice(0, 1)).ended;
    messages = [];
    await start(versions.slice(0, 1)).ended;
    expect(messages).toEqual([]);
  });

  test('ends when it is stopped', async () => {
    const stopped = start(versions);
    await stopped.stop();
    expect(() => process.kill(stopped.pid ?? 0, 0)).toThrow('ESRCH');
    expect(logged.filter((entry) => JSON.stringify(entry).includes('picture_process_failed'))).toEqual([]);
  });
});

test('a new server opens with the pictures of its first pages, renders the others later, and can be stopped meanwhile', async () => {
  const content = await readContent(join(projectRoot, 'content'));
  if (!content.ok) throw new Error('The content files have faults');
  const count = picturesToRender(content.value).length;
  const first = firstPictures(content.value);
  const { connectionString } = await openTestDatabase('shop');
  const cacheDir = join(root, 'data', 'pictures');
  const { isRendered } = createPictureRenderer({ contentDir: join(projectRoot, 'content'), cacheDir });
  for (const isNew of [true, false]) {
    const settings = { PICTURES: 'ahead', LOG_LEVEL: 'info' };
    const server = await startShop({ connectionString, dataDir: join(root, 'data'), settings });
    try {
      expect(await Promise.all(first.map(isRendered))).not.toContain(false);
      expect(server.output().includes('pictures of the first pages')).toBe(isNew);
      await expect
        .poll(() => server.output())
        .toMatch(new RegExp(`Rendering \\d+ of ${count} pictures in the background`));
    } finally {
      expect(await server.end('SIGTERM')).toBe(0);
    }
  }
});
