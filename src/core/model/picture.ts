import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/** Aspect ratios (width/height) that pictures are cropped to: courses, masters and posts; books; everything else. */
export const pictureShapes = ['3/4', '2/3', '1/1'] as const;

/** Minimum size of a crop, in thousandths of width or height. */
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

/** The visible part of a picture, in thousandths of its width and height from the upper left corner. */
export const pictureCut = z.object({
  shape: z.enum(pictureShapes),
  /** The part that may be visible. */
  crop,
  /** The point to keep in the centre when the crop has another aspect ratio. */
  focus: z.object({ x: thousandths, y: thousandths }),
});

export type PictureCut = Infer<typeof pictureCut>;

/** Name of an uploaded picture. */
export const pictureName = z.string().check(z.regex(/^bild-[0-9a-f]{16}$/));

/** An uploaded picture with its visible part. */
export const uploadedPicture = z.object({
  id: pictureName,
  ...pictureCut.shape,
  /** Size of the uncropped picture, in pixels. */
  width: z.int(),
  height: z.int(),
  uploaded_at: instant,
});

export type UploadedPicture = Infer<typeof uploadedPicture>;
