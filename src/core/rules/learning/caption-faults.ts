import type { captionFaultCodes } from '#core/model/lesson-file.ts';

interface CaptionFault {
  /** From 1. */
  readonly line: number;
  readonly code: (typeof captionFaultCodes)[number];
}

/** What is told at once; whoever mends these sees the next. */
const mostFaults = 20;

const clock = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`;
const timing = new RegExp(String.raw`^${clock}[ \t]+-->[ \t]+${clock}(?:[ \t].*)?$`);
const noCue = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

interface Block {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * What keeps a text from being captions in WebVTT, by line
 * (docs/behaviour/learning.md#captions-and-worksheets-by-upload); empty when players show all of it.
 */
export function captionFaults(text: string): readonly CaptionFault[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return [{ line: 1, code: 'no_header' }];
  const [, ...blocks] = blocksOf(lines);
  const cues = blocks.filter((block) => !noCue.test(block.lines[0] ?? ''));
  if (cues.length === 0) return [{ line: lines.length, code: 'no_cues' }];
  const faults: CaptionFault[] = [];
  let last = 0;
  for (const { line, lines: own } of cues) {
    // The first line may be the name of the caption.
    const at = own.findIndex((one) => one.includes('-->'));
    const [, from, to] = timing.exec(own[at] ?? '') ?? [];
    const place = line + Math.max(at, 0);
    if (at > 1 || from === undefined || to === undefined) {
      faults.push({ line: place, code: 'timing' });
      continue;
    }
    const begin = seconds(from);
    if (seconds(to) <= begin) faults.push({ line: place, code: 'backwards' });
    if (begin < last) faults.push({ line: place, code: 'disorder' });
    last = begin;
    const words = own.slice(at + 1);
    const second = words.findIndex((one) => one.includes('-->'));
    if (second >= 0) faults.push({ line: place + 1 + second, code: 'timing' });
    if (words.every((one) => one.trim() === '')) faults.push({ line: place, code: 'empty' });
  }
  return faults.slice(0, mostFaults);
}

/** Lines between empty ones. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let begin: number | null = null;
  for (const [index, line] of [...lines, ''].entries()) {
    // A line of blanks separates nothing, neither for players nor for the transcript.
    if (line !== '') begin ??= index;
    else if (begin !== null) {
      blocks.push({ line: begin + 1, lines: lines.slice(begin, index) });
      begin = null;
    }
  }
  return blocks;
}

function seconds(written: string): number {
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
