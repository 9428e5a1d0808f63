import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { describeSystem } from '#server/operations/describe-system.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { toListDocument } from '#server/platform/http/list-document.ts';
import { found } from '#server/platform/http/page-document.ts';
import { done, type Route, route, success } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';
import { exportChanges, listChanges } from './list-changes.ts';
import {
  createOperatorLogIn,
  describeOperator,
  endOwnOperatorSession,
  expiredCookie,
  listOwnOperatorSessions,
  proveOperator,
  sessionOf,
} from './operator-sessions.ts';
import {
  changeOperatorRole,
  inviteOperator,
  listOperators,
  removeOperator,
  resetOperator,
} from './operators.ts';
import { changeOwnPassword, openAuthenticator, replaceAuthenticator } from './own-access.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './second-factor.ts';

/**
 * Routes for logins, own sessions and invitations of operators, for the team, API keys, the system and the audit log.
 */
export function operatorRoutes(context: ServerContext): readonly Route[] {
  return [...sessionRoutes(context), ...administrationRoutes(context)];
}

function administrationRoutes(context: ServerContext): readonly Route[] {
  return [
    route(operatorEndpoints.listOperators, async () => ok({ data: await listOperators(context) })),
    route(operatorEndpoints.inviteOperator, async ({ body, caller }) =>
      invitedOperator(context, await inviteOperator(actingAs(context, caller), body)),
    ),
    route(operatorEndpoints.resetOperator, async ({ params, caller }) =>
      invitedOperator(context, await resetOperator(actingAs(context, caller), params.id, caller.locale)),
    ),
    route(operatorEndpoints.changeOperatorRole, async ({ params, body, caller }) => {
      const changed = await changeOperatorRole(actingAs(context, caller), params.id, body.role);
      if (!changed.ok) return changed;
      const [operator] = await listOperators(context, params.id);
      return found(operator);
    }),
    route(operatorEndpoints.removeOperator, async ({ params, caller }) =>
      done(await removeOperator(actingAs(context, caller), params.id)),
    ),
    route(operatorEndpoints.listApiKeys, async () => ok({ data: await listApiKeys(context) })),
    route(operatorEndpoints.createApiKey, async ({ body, caller }) => {
      const created = await createApiKey(actingAs(context, caller), body);
      return created.ok ? ok({ data: created.value }) : created;
    }),
    route(operatorEndpoints.revokeApiKey, async ({ params, caller }) =>
      done(await revokeApiKey(actingAs(context, caller), params.id)),
    ),
    route(operatorEndpoints.getSystem, async () => ok({ data: await describeSystem(context) })),
    route(operatorEndpoints.exportChanges, async ({ query, caller }) =>
      ok(await exportChanges(context, query, caller.locale)),
    ),
    route(operatorEndpoints.listChanges, async ({ query }) =>
      ok(toListDocument('changes', await listChanges(context, query))),
    ),
  ];
}

async function invitedOperator(context: ServerContext, invited: Awaited<ReturnType<typeof inviteOperator>>) {
  if (!invited.ok) return invited;
  const operator = found((await listOperators(context, invited.value.id))[0]);
  return operator.ok ? ok({ ...operator.value, meta: { link: invited.value.link } }) : operator;
}

function sessionRoutes(context: ServerContext): readonly Route[] {
  const logIn = createOperatorLogIn(context);
  return [
    route(operatorEndpoints.logInOperator, async ({ body, caller }) => {
      const started = await logIn(body, caller);
      if (!started.ok) return started;
      const { operator, headers } = started.value;
      return { ...ok({ data: describeOperator(operator) }), headers };
    }),
    route(operatorEndpoints.getOperatorSession, async ({ caller }) =>
      ok({ data: describeOperator(caller.operator) }),
    ),
    route(operatorEndpoints.logOutOperator, async ({ caller }) => {
      await endOwnOperatorSession(context, caller.operator.id, sessionOf(caller.operator).id);
      return { ...ok(success), headers: expiredCookie(context) };
    }),
    route(operatorEndpoints.proveOperator, async ({ body, caller }) => {
      const proved = await proveOperator(context, caller.operator, body.code);
      return proved.ok ? ok({ data: describeOperator(proved.value) }) : proved;
    }),
    route(operatorEndpoints.renewRecoveryCodes, async ({ caller }) => {
      const { operator, locale } = caller;
      const renewed = await renewRecoveryCodes(actingAs(context, caller), operator.id, locale);
      return renewed.ok ? ok({ data: { recovery_codes: renewed.value } }) : renewed;
    }),
    route(operatorEndpoints.changeOwnPassword, async ({ body, caller }) =>
      done(await changeOwnPassword(actingAs(context, caller), caller, body)),
    ),
    route(operatorEndpoints.openAuthenticator, async ({ caller }) =>
      ok({ data: await openAuthenticator(context, caller.operator) }),
    ),
    route(operatorEndpoints.replaceAuthenticator, async ({ body, caller }) =>
      done(await replaceAuthenticator(actingAs(context, caller), caller, body)),
    ),
    route(operatorEndpoints.listOperatorSessions, async ({ caller }) =>
      ok({
        data: await listOwnOperatorSessions(context, caller.operator),
        meta: { recovery_codes_left: await countRecoveryCodes(context, caller.operator.id) },
      }),
    ),
    route(operatorEndpoints.endOperatorSession, async ({ params, caller }) =>
      done(await endOwnOperatorSession(context, caller.operator.id, params.id)),
    ),
    route(operatorEndpoints.openInvitation, async ({ body }) => {
      const opened = await openInvitation(context, body.token);
      return opened.ok ? ok({ data: opened.value }) : opened;
    }),
    route(operatorEndpoints.acceptInvitation, async ({ body, caller }) => {
      const accepted = await acceptInvitation(context, body, caller);
      if (!accepted.ok) return accepted;
      const { operator, headers, codes } = accepted.value;
      return { ...ok({ data: describeOperator(operator), meta: { recovery_codes: codes } }), headers };
    }),
  ];
}
