import type { RecordType } from '#core/model/catalogue-record.ts';
import type { PictureCut } from '#core/model/picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PixelArea extends Size {
  readonly left: number;
  readonly top: number;
}

/** Returns the aspect ratio of the shop's pictures for a type of record. */
export function pictureShapeOf(type: RecordType): PictureCut['shape'] {
  if (type === 'course' || type === 'master' || type === 'post') return '3/4';
  return type === 'book' ? '2/3' : '1/1';
}

/**
 * Returns the visible part of a picture in whole pixels: the largest area of its aspect ratio within the crop, centred
 * on the focus as far as the crop allows (docs/behaviour/catalogue.md#uploaded-pictures).
 */
export function shownArea({ width, height }: Size, { shape, crop, focus }: PictureCut): PixelArea {
  const across = croppedRange(width, crop.left, crop.right);
  const down = croppedRange(height, crop.top, crop.bottom);
  const [shapeWidth = 1, shapeHeight = 1] = shape.split('/').map(Number);
  const scale = Math.min(across.length / shapeWidth, down.length / shapeHeight);
  const shownWidth = Math.max(1, Math.round(scale * shapeWidth));
  const shownHeight = Math.max(1, Math.round(scale * shapeHeight));
  return {
    left: placed(across, shownWidth, (focus.x * width) / 1000),
    top: placed(down, shownHeight, (focus.y * height) / 1000),
    width: shownWidth,
    height: shownHeight,
  };
}

interface Range {
  readonly start: number;
  readonly length: number;
}

function croppedRange(pixels: number, from: number, to: number): Range {
  const start = Math.min(Math.round((from * pixels) / 1000), pixels - 1);
  return { start, length: Math.max(1, Math.round((to * pixels) / 1000) - start) };
}

/** Returns the start of a segment of length `shown` that is centred on `middle` as far as the range allows. */
function placed({ start, length }: Range, shown: number, middle: number): number {
  const end = start + length - shown;
  return Math.max(start, Math.min(end, Math.round(middle - shown / 2)));
}
