import { Suspense, use } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPageStream } from '#ui/document/page-stream.ts';

const late = Promise.withResolvers<string>();

function Late() {
  return <b>{use(late.promise)}</b>;
}

test('a page leaves in as many pieces as it has parts that can be shown, and whole', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => `Zeile ${index} mit einem längeren Text`);
  let hasEnded = false;
  const stream = createPageStream(() => {
    hasEnded = true;
  });
  const pieces: string[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  const ended = new Promise((resolve) => stream.once('end', resolve));
  const { pipe } = renderToPipeableStream(
    <main>
      {rows.map((row) => (
        <p key={row}>{row}</p>
      ))}
      <Suspense fallback="noch nicht">
        <Late />
      </Suspense>
    </main>,
    { onShellReady: () => pipe(stream) },
  );
  await expect.poll(() => pieces.join('')).toContain('noch nicht');
  expect(hasEnded).toBe(false);
  expect(pieces).toHaveLength(1);
  for (const row of rows) expect(pieces[0]).toContain(row);
  late.resolve('später');
  await ended;
  expect(pieces.slice(1).join('')).toContain('<b>später</b>');
  expect(pieces.length).toBeLessThanOrEqual(3);
  expect(hasEnded).toBe(true);
});
