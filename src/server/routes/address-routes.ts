import { contract } from '#api/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import { listAddresses } from '#server/accounts/list-addresses.ts';
import { createAddress, deleteAddress, updateAddress } from '#server/accounts/save-address.ts';
import { apiFailure } from '#server/api-failure.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';

/** A user's own addresses as JSON:API (specification §7). */
export function addressRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.listAddresses, async ({ query, caller }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const list = await listAddresses(context, caller.user.id, page);
      return ok(pageDocument(list, { path: contract.listAddresses.path, query }));
    }),
    route(contract.createAddress, async ({ body, caller }) => {
      const created = await createAddress(context, caller.user.id, body.data.attributes);
      return created.ok ? ok({ data: created.value }) : created;
    }),
    route(contract.updateAddress, async ({ params, body, caller }) => {
      if (body.data.id !== params.id) return err(apiFailure('INVALID_INPUT', { pointer: '/data/id' }));
      const updated = await updateAddress(context, caller.user.id, params.id, body.data.attributes);
      return updated.ok ? ok({ data: updated.value }) : updated;
    }),
    route(contract.deleteAddress, async ({ params, caller }) => {
      const isDeleted = await deleteAddress(context, caller.user.id, params.id);
      return isDeleted ? ok({ success: true }) : err(apiFailure('NOT_FOUND'));
    }),
  ];
}
