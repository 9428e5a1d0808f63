import * as z from 'zod/mini';
import { type AreaDocs, byteStream, respondsWithFile } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { pictureCut, pictureName, pictureShapes, uploadedPicture } from '#core/model/picture.ts';
import { line } from '#core/model/primitives.ts';

const picture = z.object({ data: resource('pictures', uploadedPicture) });
const named = z.object({ name: pictureName });

/** Keeps it whole and cut from its middle. */
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
    'Uploaded pictures. Products and masters name them as they name drawings; what is shown is cut from them, in ' +
    'thousandths of width and height.',
  operations: {
    uploadPicture: {
      summary: 'Upload a picture',
      description:
        'JPEG, PNG, WebP or AVIF with the ending of its type, at most 8 MiB and 48 million pixels, at least 600 by 600 ' +
        'pixels, with `Content-Length`. It is turned upright and loses its metadata.',
      failures: ['PICTURE_TYPE', 'PICTURE_UNREADABLE', 'PICTURE_TOO_LARGE', 'PICTURE_TOO_SMALL'],
    },
    getOperatorPicture: { summary: 'Show a picture' },
    cutPicture: {
      summary: 'Cut a picture',
      description: 'Makes a picture with another name; the one before stays as it is.',
      failures: ['PICTURE_TOO_SMALL'],
    },
    showWholePicture: { summary: 'Show the whole of a picture', description: 'At most 1,200 pixels wide.' },
  },
};
