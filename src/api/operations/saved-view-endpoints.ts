import * as z from 'zod/mini';
import type { AreaDocs } from '#api/endpoint.ts';
import { byId, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import { newSavedView, savedView, viewPlaces } from '#core/model/saved-view.ts';

/** The caller's own and the shared ones, by name. */
const listSavedViews = defineOperatorEndpoint({
  name: 'listSavedViews',
  method: 'GET',
  path: '/operator/views',
  permission: 'own',
  query: z.object({ 'filter[place]': z.enum(viewPlaces) }),
  response: z.object({ data: z.array(resource('saved_views', savedView)) }),
});

const createSavedView = defineOperatorEndpoint({
  name: 'createSavedView',
  method: 'POST',
  path: '/operator/views',
  permission: 'own',
  status: 201,
  body: newSavedView,
  response: z.object({ data: resource('saved_views', savedView) }),
});

const removeSavedView = defineOperatorEndpoint({
  name: 'removeSavedView',
  method: 'DELETE',
  path: '/operator/views/:id',
  permission: 'own',
  params: byId,
  response: done,
});

export const savedViewEndpoints = { listSavedViews, createSavedView, removeSavedView };

export const savedViewDocs: AreaDocs<keyof typeof savedViewEndpoints> = {
  title: 'Saved views',
  description: 'Named filters of a list, for oneself or for all who may see the list.',
  operations: {
    listSavedViews: {
      summary: 'List saved views',
      description: 'Only for lists that the role may read; else `NOT_FOUND`.',
      failures: ['NOT_FOUND'],
    },
    createSavedView: {
      summary: 'Save a view',
      description: 'At most 50 per operator and list; beyond that `NOT_POSSIBLE`.',
      failures: ['NAME_TAKEN', 'NOT_FOUND', 'NOT_POSSIBLE'],
    },
    removeSavedView: {
      summary: 'Delete a saved view',
      description: 'Your own, or a shared one with `operators.change`.',
    },
  },
};
