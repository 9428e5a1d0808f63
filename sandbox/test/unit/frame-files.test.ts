import { expect, test } from 'vitest';
import { frameFiles } from '../../src/gateway/frames.ts';

const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

test('the scripts of all pages are bundled: browsers resolve neither `#core` names nor packages', async () => {
  const files = await frameFiles();
  for (const entry of ['field.js', 'challenge.js', 'wallet.js']) {
    const script = text(files.find(entry)?.body);
    const imported = [...script.matchAll(/\b(?:from|import)\s*\(?["']([^"']+)["']/g)].map(
      ([, name]) => name ?? '',
    );
    for (const name of imported) expect(files.find(name.replace('./', ''))?.type).toContain('javascript');
  }
  expect(text(files.find('field.js')?.body)).toContain('hipercard');
});
