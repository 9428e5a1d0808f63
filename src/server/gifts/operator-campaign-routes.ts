import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { drawGiveaway } from './draw-giveaway.ts';
import { readGiveawayProof } from './giveaway-proof.ts';
import { listOperatorCampaigns, readOperatorGiveaway } from './operator-campaigns.ts';

/** Campaigns and giveaways for operators. */
export function operatorCampaignRoutes(context: ServerContext): readonly Route[] {
  const show = async (key: string, locale: Locale) =>
    toRecordDocument('operator_giveaways', await readOperatorGiveaway(context, key, locale));
  return [
    route(operatorEndpoints.listOperatorCampaigns, async ({ query, caller }) => {
      const { 'filter[kind]': kind, 'filter[state]': state, 'page[after]': after = '0' } = query;
      const all = await listOperatorCampaigns(context, caller.locale);
      const rows = all.filter((one) => one.kind === (kind ?? one.kind) && one.state === (state ?? one.state));
      const end = Number(after) + query['page[size]'];
      const next = rows.length > end ? String(end) : null;
      return ok(toListDocument('operator_campaigns', { rows: rows.slice(Number(after), end), next }));
    }),
    route(operatorEndpoints.getOperatorGiveaway, ({ params, caller }) => show(params.key, caller.locale)),
    route(operatorEndpoints.getGiveawayProof, ({ params }) => readGiveawayProof(context, params.key)),
    route(operatorEndpoints.drawGiveaway, async ({ params, body, caller }) => {
      const drawn = await drawGiveaway(actingAs(context, caller), params.key, body);
      return drawn.ok ? show(params.key, caller.locale) : drawn;
    }),
  ];
}
