import * as z from 'zod/mini';
import { type AreaDocs, byteStream, respondsWithFile } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { pictureCut, pictureName, pictureShapes, uploadedPicture } from '#core/model/picture.ts';
import { line } from '#core/model/primitives.ts';

const picture = z.object({ data: resource('pictures', uploadedPicture) });
const named = z.object({ name: pictureName });

/** Stores the whole picture and a crop of its centre. */
const uploadPicture = defineOperatorEndpoint({
  name: 'uploadPicture',
  method: 'POST',
  path: '/operator/pictures',
  permission: 'catalogue.change',
  status: 201,
  mediaType: 'application/octet-stream',
  query: z.object({ file_name: line(200, 1), shape: z.enum(pictureShapes) }),
  body: byteStream,
  response: picture,
});

const getOperatorPicture = defineOperatorEndpoint({
  name: 'getOperatorPicture',
  method: 'GET',
  path: '/operator/pictures/:name',
  permission: 'catalogue.read',
  params: named,
  response: picture,
});

const cutPicture = defineOperatorEndpoint({
  name: 'cutPicture',
  method: 'POST',
  path: '/operator/pictures/:name/cuts',
  permission: 'catalogue.change',
  status: 201,
  params: named,
  body: pictureCut,
  response: picture,
});

const showWholePicture = defineOperatorEndpoint({
  name: 'showWholePicture',
  method: 'GET',
  path: '/operator/pictures/:name/whole',
  permission: 'catalogue.read',
  acceptsHead: false,
  params: named,
  ...respondsWithFile('image/webp'),
});

export const operatorPictureEndpoints = { uploadPicture, getOperatorPicture, cutPicture, showWholePicture };

export const operatorPictureDocs: AreaDocs<keyof typeof operatorPictureEndpoints> = {
  title: 'Pictures, for operators',
  description:
    'Uploaded pictures. Products and masters refer to them by name, as to drawings; the visible area is a ' +
    'crop, in thousandths of width and height.',
  operations: {
    uploadPicture: {
      summary: 'Upload a picture',
      description:
        'JPEG, PNG, WebP or AVIF with the extension of its type, at most 8 MiB and 48 million pixels, at ' +
        'least 600 by 600 pixels, with `Content-Length`. It is rotated upright and its metadata are ' +
        'removed.',
      failures: ['PICTURE_TYPE', 'PICTURE_UNREADABLE', 'PICTURE_TOO_LARGE', 'PICTURE_TOO_SMALL'],
    },
    getOperatorPicture: { summary: 'Show a picture' },
    cutPicture: {
      summary: 'Crop a picture',
      description: 'Creates a picture with another name; the previous one does not change.',
      failures: ['PICTURE_TOO_SMALL'],
    },
    showWholePicture: { summary: 'Show the uncropped picture', description: 'At most 1,200 pixels wide.' },
  },
};
