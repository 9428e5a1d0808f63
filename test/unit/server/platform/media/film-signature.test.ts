import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { mayBeFilm } from '#server/platform/media/film-signature.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

function packets(length: number, first: number): Buffer {
  const stream = Buffer.alloc(1_024);
  for (let at = first; at < stream.length; at += length) stream[at] = 0x47;
  return stream;
}

test.each([
  ['MP4', hex('00000020 66747970 69736f6d')],
  ['QuickTime without a type', hex('00000008 77696465 0000')],
  ['Matroska', hex('1a45dfa3 a3')],
  ['AVI', Buffer.from('RIFF\x10\x20\0\0AVI LIST')],
  ['MPEG transport stream', packets(188, 0)],
  ['AVCHD', packets(192, 4)],
  ['MXF', hex('060e2b34 02050101')],
])('%s may be a film', (_, head) => {
  expect(mayBeFilm(head)).toBe(true);
});

test.each([
  ['PDF', Buffer.from('%PDF-1.7')],
  ['JPEG', hex('ffd8ffe0 00104a46')],
  ['PNG', hex('89504e47 0d0a1a0a')],
  ['ZIP', hex('504b0304')],
  ['a web page', Buffer.from('<!doctype html>')],
  ['WAVE', Buffer.from('RIFF\x10\x20\0\0WAVEfmt ')],
  ['nothing', Buffer.alloc(0)],
  ['one packet of a stream', packets(400, 0)],
])('%s is no film', (_, head) => {
  expect(mayBeFilm(head)).toBe(false);
});

test.prop([fc.string({ maxLength: 3 }), fc.lorem({ maxCount: 50 })])('a text is no film', (start, text) => {
  expect(mayBeFilm(Buffer.from(`${start} ${text}`))).toBe(false);
});
