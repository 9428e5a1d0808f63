import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/** Shapes that pictures are cut to, width by height: courses, masters and posts; books; everything else. */
export const pictureShapes = ['3/4', '2/3', '1/1'] as const;

/** The smallest part that can be cropped, in thousandths of width or height. */
export const smallestCrop = 50;

const thousandths = z.int().check(z.gte(0), z.lte(1000));

const crop = z
  .object({ left: thousandths, top: thousandths, right: thousandths, bottom: thousandths })
  .check(
    z.refine(
      ({ left, top, right, bottom }) => right - left >= smallestCrop && bottom - top >= smallestCrop,
      'leave a part of the picture',
    ),
  );

/** What is shown of a picture, in thousandths of its width and height from its upper left corner. */
export const pictureCut = z.object({
  shape: z.enum(pictureShapes),
  /** The part that may be shown. */
  crop,
  /** What stays in the middle where the part has another shape. */
  focus: z.object({ x: thousandths, y: thousandths }),
});

export type PictureCut = Infer<typeof pictureCut>;

/** Name of an uploaded picture. */
export const pictureName = z.string().check(z.regex(/^bild-[0-9a-f]{16}$/));

/** An uploaded picture with what is shown of it. */
export const uploadedPicture = z.object({
  id: pictureName,
  ...pictureCut.shape,
  /** Of the whole picture, in pixels. */
  width: z.int(),
  height: z.int(),
  uploaded_at: instant,
});

export type UploadedPicture = Infer<typeof uploadedPicture>;
