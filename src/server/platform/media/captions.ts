/** One caption of a film, with its times in seconds from the beginning. */
export interface Cue {
  readonly begin_seconds: number;
  readonly end_seconds: number;
  readonly text: string;
}

const timing = /^((?:\d+:)?\d{2}:\d{2}\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d{2}:\d{2}\.\d{3})/;
/** WebVTT tags only style the captions; a transcript is plain text. */
const tags = /<[^>]*>/g;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
};

/** Parses the captions of a WebVTT file; blocks without times (notes, styles) are skipped. */
export function readCaptions(file: string): readonly Cue[] {
  return file
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n');
      const at = lines.findIndex((line) => timing.test(line));
      const [, begin = '', end = ''] = timing.exec(lines[at] ?? '') ?? [];
      const text = plain(lines.slice(at + 1).join(' '));
      return at < 0 || text === ''
        ? []
        : [{ begin_seconds: seconds(begin), end_seconds: seconds(end), text }];
    });
}

function plain(text: string): string {
  return text
    .replace(tags, '')
    .replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? entity)
    .trim();
}

function seconds(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
