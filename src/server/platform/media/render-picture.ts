import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Region, Sharp } from 'sharp';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { coverPictureWidths, pictureWidths } from '#core/rules/catalogue/picture-widths.ts';
import { unlessMissing } from '#server/platform/files/unless-missing.ts';

/** Formats a picture is rendered in, with their media types; PNG is for mails and shared links. */
const mediaTypes = { avif: 'image/avif', webp: 'image/webp', png: 'image/png' } as const;

/** A rendered picture. `etag` changes with the drawing, the width and the settings. */
interface RenderedPicture {
  readonly bytes: Buffer;
  readonly mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  readonly etag: string;
}

type PictureRefusal = 'UNKNOWN_PICTURE' | 'UNKNOWN_WIDTH' | 'UNKNOWN_FORMAT';

/** Renders a picture by name, width in pixels and format, or refuses it. Throws on disk or encoder errors. */
export type RenderPicture = (
  name: string,
  width: number,
  format: string,
) => Promise<Result<RenderedPicture, PictureRefusal>>;

/** A raster picture, which is cropped and scaled. */
interface Photo {
  /** Changes whenever the picture or its crop changes. */
  readonly fingerprint: string;
  /** Reads the file and the area of it that is shown; null: all of it. */
  read(): Promise<{ readonly content: Buffer; readonly area: Region | null }>;
}

/** Finds a picture that is not in the content folder; null when there is none of this name. */
export type FindPhoto = (name: string) => Promise<Photo | null>;

export interface PictureFolders {
  /** Has the pictures of the content in `pictures`. */
  readonly contentDir: string;
  /** Cache of rendered pictures. */
  readonly cacheDir: string;
}

export interface PictureRenderer {
  readonly render: RenderPicture;
  /** Whether the version is in the cache; false for a picture that does not exist. */
  isRendered(version: PictureVersion): Promise<boolean>;
}

type PictureFormat = keyof typeof mediaTypes;

/** A picture at one width in image pixels and in one format. */
export interface PictureVersion {
  readonly name: string;
  readonly width: number;
  readonly format: PictureFormat;
}

interface Rendering {
  readonly source: PictureSource;
  readonly width: number;
  readonly format: PictureFormat;
}

/** The background colour of the shop's pages. */
const ink = '#14110d';

/** Increase it when the settings below change, so that cached files are rendered anew. */
const settingsVersion = 1;

/**
 * Renders pictures of the content folder, and those that `findPhoto` knows, in the sizes and formats that the shop uses
 * (`pictureWidths` of core/rules). Each result is cached in `cacheDir`, which several servers may share; files are
 * written atomically. Concurrent requests for one picture share a rendering; renderings run one at a time, so that an
 * empty cache does not block other requests.
 */
export function createPictureRenderer(
  { contentDir, cacheDir }: PictureFolders,
  findPhoto: FindPhoto = async () => null,
): PictureRenderer {
  const findOwn = createPictureSources(contentDir);
  const findPicture = async (name: string, width: number) =>
    (await findOwn(name, width)) ?? (await findPhoto(name));
  const inOneQueue = createQueue();
  const underWay = new Map<string, Promise<Buffer>>();

  async function bytesOf(key: string, rendering: Rendering): Promise<Buffer> {
    const kept = await unlessMissing(readFile(join(cacheDir, key)));
    return kept ?? inOneQueue(() => renderAndKeep(join(cacheDir, key), rendering));
  }

  const isRendered: PictureRenderer['isRendered'] = async ({ name, width, format }) => {
    const source = await findPicture(name, width);
    if (source === null) return false;
    const file = join(cacheDir, cacheKey(name, etagOf(source, width), format));
    return (await unlessMissing(stat(file))) !== null;
  };

  const render: RenderPicture = async (name, width, format) => {
    if (!isPictureFormat(format)) return err('UNKNOWN_FORMAT');
    if (!pictureWidths.includes(width)) return err('UNKNOWN_WIDTH');
    const source = await findPicture(name, width);
    if (source === null) return err('UNKNOWN_PICTURE');
    const etag = etagOf(source, width);
    const key = cacheKey(name, etag, format);
    const shared = underWay.get(key) ?? bytesOf(key, { source, width, format });
    underWay.set(key, shared);
    try {
      return ok({ bytes: await shared, mediaType: mediaTypes[format], etag: `"${etag}"` });
    } finally {
      if (underWay.get(key) === shared) underWay.delete(key);
    }
  };

  return { render, isRendered };
}

function etagOf({ fingerprint }: PictureSource, width: number): string {
  return `${fingerprint}-${settingsVersion}-${width}`;
}

function cacheKey(name: string, etag: string, format: PictureFormat): string {
  return `${name}-${etag}.${format}`;
}

function isPictureFormat(format: string): format is PictureFormat {
  return Object.hasOwn(mediaTypes, format);
}

async function renderAndKeep(file: string, rendering: Rendering): Promise<Buffer> {
  const bytes = await encode(rendering);
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
  return bytes;
}

/** Prefers encoding speed over file size. */
async function encode({ source, width, format }: Rendering): Promise<Buffer> {
  const picture = await scaled(source, width);
  switch (format) {
    case 'avif':
      // Above effort 2 the time grows tenfold and the file shrinks by a few percent.
      return picture.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer();
    case 'webp':
      return picture.webp({ quality: 78, effort: 3 }).toBuffer();
    case 'png':
      // PNGs are shown outside the shop (mails, shared links), so they include the dark background.
      return picture
        .flatten({ background: ink })
        .png({ palette: true, colours: 'svg' in source ? 32 : 256 })
        .toBuffer();
  }
}

/** A drawing is rasterised at its final size for sharp lines; a photo is never made larger than it is. */
async function scaled(source: PictureSource, width: number): Promise<Sharp> {
  // Loaded on demand, because the library takes memory, and most pictures are rendered in another process.
  const { default: sharp } = await import('sharp');
  if ('svg' in source)
    return sharp(source.svg, { density: (72 * width) / source.ownWidth }).resize({ width });
  const { content, area } = await source.read();
  const photo = sharp(content);
  return (area === null ? photo : photo.extract(area)).resize({ width, withoutEnlargement: true });
}

/** Runs tasks one after the other, in order; a failed one does not stop the next. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function inOneQueue<Value>(task: () => Promise<Value>): Promise<Value> {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

type PictureSource = Drawing | Photo;

/** An SVG drawing. */
interface Drawing {
  readonly svg: Buffer;
  /** Width in the drawing's own coordinates. */
  readonly ownWidth: number;
  /** Changes whenever the drawing changes. */
  readonly fingerprint: string;
}

/** Displays narrower than this, in CSS pixels, get the drawing with fewer, heavier lines. */
const smallDisplay = 200;

/** Whether this width is for a small display, directly or as the 2x variant of a cover. */
export function isForSmallDisplay(width: number): boolean {
  return width < smallDisplay || (width < 2 * smallDisplay && coverPictureWidths.includes(width / 2));
}

/**
 * Finds pictures in `content/pictures`: drawings as `name.svg`, and optionally `small/name.svg` for small displays,
 * photos as `name.webp`. Names are looked up in the file list, so user input never becomes a path. Each drawing is read
 * once: a changed file needs a restart.
 */
function createPictureSources(contentDir: string) {
  const folder = join(contentDir, 'pictures');
  const drawn = new Map<string, Drawing>();
  let names: Readonly<Record<'all' | 'small' | 'photos', ReadonlySet<string>>> | null = null;

  return async function findPicture(name: string, width: number): Promise<PictureSource | null> {
    names ??= {
      all: await namesIn(folder, '.svg'),
      small: await namesIn(join(folder, 'small'), '.svg'),
      photos: await namesIn(folder, '.webp'),
    };
    if (!names.all.has(name)) return names.photos.has(name) ? readPhoto(join(folder, `${name}.webp`)) : null;
    const isSmall = isForSmallDisplay(width) && names.small.has(name);
    const file = join(folder, isSmall ? 'small' : '.', `${name}.svg`);
    const source = drawn.get(file) ?? (await readDrawing(file));
    drawn.set(file, source);
    return source;
  };
}

async function namesIn(folder: string, ending: string): Promise<ReadonlySet<string>> {
  const files = (await unlessMissing(readdir(folder))) ?? [];
  return new Set(files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length)));
}

async function readPhoto(file: string): Promise<Photo> {
  const content = await readFile(file);
  return { fingerprint: fingerprintOf(content), read: async () => ({ content, area: null }) };
}

function fingerprintOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

async function readDrawing(file: string): Promise<Drawing> {
  const svg = await readFile(file);
  const ownWidth = Number(/viewBox="0 0 (\d+)/.exec(svg.toString('utf8', 0, 500))?.[1]);
  if (!(ownWidth > 0)) throw new Error(`${file} has no viewBox that begins at 0 0; draw it again`);
  return { svg, ownWidth, fingerprint: fingerprintOf(svg) };
}
