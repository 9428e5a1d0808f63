import type { Cue } from '#core/model/learning.ts';
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
const arrow = '-->';
const noCue = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Tags only style the captions; one that does not end hides what follows it. */
const tags = /<[^>]*(?:>|$)/g;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
};

interface Block {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The head of the file, a note, a style or a region. */
  readonly isAside: boolean;
}

interface Captions {
  /** What players show, in the order of the file, as plain text. */
  readonly cues: readonly Cue[];
  /** Why not all of the file is shown as it is written; empty for a good file. */
  readonly faults: readonly CaptionFault[];
}

/**
 * Reads captions in WebVTT, at the upload and for the transcript
 * (docs/behaviour/learning.md#captions-and-worksheets-by-upload). As for players, each line with an arrow begins a
 * caption, wherever it stands; that is a fault where it is not the first or second line of a block of captions.
 */
export function readCaptions(text: string): Captions {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? ''))
    return { cues: [], faults: [{ line: 1, code: 'no_header' }] };
  const cues: Cue[] = [];
  const faults: CaptionFault[] = [];
  let last = 0;
  for (const { line, lines: own, isAside } of blocksOf(lines)) {
    const arrows = own.flatMap((one, index) => (one.includes(arrow) ? [index] : []));
    if (arrows.length === 0 && !isAside) faults.push({ line, code: 'timing' });
    for (const [nth, at] of arrows.entries()) {
      const place = line + at;
      const cue = cueOf(own.slice(at, arrows[nth + 1]));
      if (cue !== null && cue.text !== '') cues.push(cue);
      // The first line may be the name of the caption.
      if (cue === null || isAside || nth > 0 || at > 1) {
        faults.push({ line: place, code: 'timing' });
        continue;
      }
      if (cue.end_seconds <= cue.begin_seconds) faults.push({ line: place, code: 'backwards' });
      if (cue.begin_seconds < last) faults.push({ line: place, code: 'disorder' });
      last = cue.begin_seconds;
      if (cue.text === '') faults.push({ line: place, code: 'empty' });
    }
  }
  if (cues.length === 0 && faults.length === 0) faults.push({ line: lines.length, code: 'no_cues' });
  return { cues, faults: faults.slice(0, mostFaults) };
}

/** Lines between empty ones, the first without the mark of the file. */
function blocksOf([, ...lines]: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let begin: number | null = null;
  for (const [index, line] of [...lines, ''].entries()) {
    // A line of blanks separates nothing.
    if (line !== '') begin ??= index;
    else if (begin !== null) {
      const own = lines.slice(begin, index);
      blocks.push({ line: begin + 2, lines: own, isAside: begin === 0 || noCue.test(own[0] ?? '') });
      begin = null;
    }
  }
  return blocks;
}

/** A caption from the line with its times on; null when these are none. */
function cueOf([times = '', ...words]: readonly string[]): Cue | null {
  const [, begin, end] = timing.exec(times) ?? [];
  if (begin === undefined || end === undefined) return null;
  const text = words
    .join(' ')
    .replace(tags, '')
    .replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? entity)
    .trim();
  return { begin_seconds: seconds(begin), end_seconds: seconds(end), text };
}

function seconds(written: string): number {
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
