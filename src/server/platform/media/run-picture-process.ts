import sharp from 'sharp';
import { makePictures } from './make-pictures.ts';
import type { PictureRequest } from './picture-process.ts';
import { createPictureRenderer } from './render-picture.ts';

/**
 * Child process that renders pictures; `picture-process.ts` starts it. It ends when all are rendered, and together with
 * the server. What it has not finished is rendered after the next start.
 */
process.on('disconnect', () => process.exit());
// Ctrl-C is sent to all processes of a terminal; the server ends this one when it stops.
process.on('SIGINT', () => {});
sharp.concurrency(1);
process.once('message', ({ folders, versions }: PictureRequest) => {
  void makePictures(createPictureRenderer(folders), versions, (progress) => process.send?.(progress)).then(
    () => process.disconnect(),
  );
});
