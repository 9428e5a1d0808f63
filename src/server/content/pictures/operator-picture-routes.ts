import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { UploadedPicture } from '#core/model/picture.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { readAllBytes } from '#server/platform/http/read-input.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { cutPicture, readPicture, storePicture, wholePicture } from './stored-pictures.ts';

/** Back office routes for uploaded pictures. */
export function operatorPictureRoutes(context: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.uploadPicture, async ({ query, body, caller }) => {
      const { file_name, shape } = query;
      const [left, top, right, bottom] = [0, 0, 1000, 1000] as const;
      const cut = { shape, crop: { left, top, right, bottom }, focus: { x: 500, y: 500 } };
      const bytes = await readAllBytes(body);
      if (bytes === null) return err(domainFailure('PICTURE_UNREADABLE'));
      return asData(await storePicture(actingAs(context, caller), { fileName: file_name, cut }, bytes));
    }),
    route(operatorEndpoints.cutPicture, async ({ params, body, caller }) =>
      asData(await cutPicture(actingAs(context, caller), params.name, body)),
    ),
    route(operatorEndpoints.getOperatorPicture, async ({ params }) => {
      const picture = await readPicture(context.db, params.name);
      if (picture === null) return err(domainFailure('NOT_FOUND'));
      const { content, ...facts } = picture;
      return asData(ok(facts));
    }),
    route(operatorEndpoints.showWholePicture, async ({ params }) => {
      const content = await wholePicture(context.db, params.name);
      if (content === null) return err(domainFailure('NOT_FOUND'));
      return ok({ filename: `${params.name}.webp`, content: new Uint8Array(content) });
    }),
  ];
}

function asData(stored: Result<UploadedPicture, DomainFailure>) {
  if (!stored.ok) return stored;
  const { id, ...attributes } = stored.value;
  return ok({ data: { type: 'pictures' as const, id, attributes } });
}
