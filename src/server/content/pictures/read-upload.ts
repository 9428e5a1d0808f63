import type { FailureCode } from '#core/model/failure.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';

/** An uploaded picture as stored: WebP, rotated upright, without metadata. */
export interface NormalPicture {
  readonly content: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Accepted formats and their file extensions. */
const endings = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  avif: ['avif'],
} as const;

/** Maximum pixels of an upload: 8,000 by 6,000. Decoding a small file that declares more would exhaust memory. */
const mostPixels = 48_000_000;

/** Minimum pixels of each side: the width of a high-resolution phone screen. */
const leastPixels = 600;

/** Maximum side of a stored picture: twice the largest width that is served. */
const longestSide = 4_000;

/** Code for a rejected file. */
type Refusal = Extract<FailureCode, `PICTURE_${string}`>;

/** Detects the format by the first bytes. Null for all others, including SVG, which can contain scripts. */
function formatOf(bytes: Buffer): keyof typeof endings | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  const text = bytes.toString('latin1', 0, 32);
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  return text.slice(4, 8) === 'ftyp' && /avif|avis/.test(text.slice(8)) ? 'avif' : null;
}

/** Validates an uploaded picture by its content and re-encodes it, which drops all metadata (place, camera). */
export async function readUpload(bytes: Buffer, fileName: string): Promise<Result<NormalPicture, Refusal>> {
  const format = formatOf(bytes);
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (format === null || !(endings[format] as readonly string[]).includes(ending)) return err('PICTURE_TYPE');
  const { default: sharp } = await import('sharp');
  try {
    // Reads only the header; nothing is decoded yet.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return err('PICTURE_TOO_LARGE');
    if (Math.min(width, height) < leastPixels) return err('PICTURE_TOO_SMALL');
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    return ok({ content: data, width: info.width, height: info.height });
  } catch {
    // The library throws for whatever it cannot decode.
    return err('PICTURE_UNREADABLE');
  }
}
