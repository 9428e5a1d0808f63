import { z } from 'zod';
import type { MediaModule } from '#ports/modules.ts';

const endpoint = z.url({
  protocol: /^https?$/,
  error: 'set an address like https://s3.eu-central-1.example',
});

const settings = {
  S3_BUCKET: z
    .string({ error: 'set the name of the bucket' })
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'set the name of a bucket: 3 to 63 lower case letters, digits, dots and hyphens',
    ),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string({ error: 'set the id of an access key of the bucket' }).min(1),
  S3_SECRET_ACCESS_KEY: z.string({ error: 'set the secret of the access key' }).min(1),
  S3_ENDPOINT: endpoint.optional(),
  S3_PUBLIC_ENDPOINT: endpoint.optional(),
};

/** Stores the films made by the shop in an S3-compatible bucket, from which browsers load the segments. */
export default {
  kind: 'media',
  name: 's3',
  onlyFilms: true,
  settings,
  secrets: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  hosts: ({ S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PUBLIC_ENDPOINT }) => [
    S3_PUBLIC_ENDPOINT === undefined && S3_ENDPOINT === undefined
      ? `https://${S3_BUCKET}.s3.${S3_REGION}.amazonaws.com`
      : new URL(S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT ?? '').origin,
  ],
  async open(given) {
    const { createS3Storage } = await import('./s3-storage.ts');
    return createS3Storage({
      bucket: given.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
      endpoint: given.S3_ENDPOINT,
      publicEndpoint: given.S3_PUBLIC_ENDPOINT,
    });
  },
} satisfies MediaModule<typeof settings>;
