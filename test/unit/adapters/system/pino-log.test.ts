import { expect, test } from 'vitest';
import { createPinoLog } from '#adapters/log/pino-log.ts';

function openLog(level: 'info' | 'silent' = 'info') {
  const lines: string[] = [];
  const log = createPinoLog({ level, destination: { write: (line) => lines.push(line) } });
  return { log, entries: () => lines.map((line) => JSON.parse(line)) };
}

test('each event is one line of JSON, with its fields and the stack of its error', () => {
  const { log, entries } = openLog();
  log.info('call_answered', { status: 200 });
  log.warn('mail_late');
  log.error('call_failed', new Error('kaputt'), { call: 'logIn' });
  expect(entries()).toMatchObject([
    { level: 30, event: 'call_answered', status: 200 },
    { level: 40, event: 'mail_late' },
    { level: 50, event: 'call_failed', call: 'logIn', err: { type: 'Error', message: 'kaputt' } },
  ]);
  expect(entries()[2].err.stack).toContain('pino-log.test');
});

test('fields that JSON cannot hold are accepted', () => {
  const { log, entries } = openLog();
  const circle: Record<string, unknown> = { big: 12n };
  circle.self = circle;
  log.info('odd', circle);
  log.error('odd', 'no error at all');
  expect(entries()).toHaveLength(2);
});

test('nothing is written at the level `silent`', () => {
  const { log, entries } = openLog('silent');
  log.error('call_failed', new Error('kaputt'));
  expect(entries()).toEqual([]);
});
