import type { Cue } from '#core/model/learning.ts';
import type { captionFaultCodes } from '#core/model/lesson-file.ts';

interface CaptionFault {
  /** Line number from 1. */
  readonly line: number;
  readonly code: (typeof captionFaultCodes)[number];
}

/** Maximum number of reported faults; further ones appear after these are fixed. */
const mostFaults = 20;

const clock = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`;
const timing = new RegExp(String.raw`^${clock}[ \t]+-->[ \t]+${clock}(?:[ \t].*)?$`);
const arrow = '-->';
const noCue = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Tags only style the captions. An unclosed tag hides the rest of the text. */
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
  /** True for the file header, a note, a style or a region. */
  readonly isAside: boolean;
}

interface Captions {
  /** The captions that players show, in the order of the file, as plain text. */
  readonly cues: readonly Cue[];
  /** Reasons why players do not show all of the file as written; empty for a valid file. */
  readonly faults: readonly CaptionFault[];
}

/**
 * Parses WebVTT captions, for the upload and for the transcript
 * (docs/behaviour/learning.md#captions-and-worksheets-by-upload). As in players, every line with an arrow begins a
 * caption; it is a fault unless it is the first or second line of a caption block.
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
      // The first line of a block may be the id of the caption.
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

/** Returns the blocks that empty lines separate; the first one without the `WEBVTT` line. */
function blocksOf([, ...lines]: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let begin: number | null = null;
  for (const [index, line] of [...lines, ''].entries()) {
    // A line with only spaces does not separate blocks.
    if (line !== '') begin ??= index;
    else if (begin !== null) {
      const own = lines.slice(begin, index);
      blocks.push({ line: begin + 2, lines: own, isAside: begin === 0 || noCue.test(own[0] ?? '') });
      begin = null;
    }
  }
  return blocks;
}

/** Parses a caption from its timing line on; null when the times are invalid. */
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
