/** A thumbnail of a film: a region of a sheet, valid from a second of the film on. */
export interface ScrubPicture {
  readonly begin_seconds: number;
  /** URL of the sheet. */
  readonly sheet: string;
  /** Region in pixels of the sheet. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const times = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?) +--> /;
const place = /^(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

/**
 * Parses a storyboard and returns its thumbnails in the order of the film. It is WebVTT: each caption is the URL of a
 * sheet with the region of a thumbnail (`#xywh=`). Invalid entries are left out.
 */
export function readStoryboard(text: string): readonly ScrubPicture[] {
  const pictures = text.split(/\r?\n\r?\n/).flatMap((block): ScrubPicture[] => {
    const lines = block.split(/\r?\n/);
    const time = lines.findIndex((line) => times.test(line));
    const [, hours = '0', minutes, seconds] = times.exec(lines[time] ?? '') ?? [];
    const [, sheet, ...numbers] = place.exec(lines[time + 1]?.trim() ?? '') ?? [];
    if (sheet === undefined || minutes === undefined) return [];
    const [left = 0, top = 0, width = 0, height = 0] = numbers.map(Number);
    const begin_seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return width > 0 && height > 0 ? [{ begin_seconds, sheet, left, top, width, height }] : [];
  });
  return pictures.toSorted((a, b) => a.begin_seconds - b.begin_seconds);
}
