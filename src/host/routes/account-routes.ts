import { contract } from '#contract/contract.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Learner } from '#core/rules/session.ts';
import { apiFailure } from '#host/api-failure.ts';
import type { HostContext } from '#host/host-context.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import { checkAccount } from '#host/services/accounts/check-account.ts';
import { completeAccount } from '#host/services/accounts/complete-account.ts';
import { endSession } from '#host/services/accounts/end-session.ts';
import { loadLearner } from '#host/services/accounts/load-learner.ts';
import { createLogIn } from '#host/services/accounts/log-in.ts';
import { logInWithCode } from '#host/services/accounts/log-in-with-code.ts';
import { refreshSession } from '#host/services/accounts/refresh-session.ts';
import { registerUser } from '#host/services/accounts/register-user.ts';
import { requestLoginCode } from '#host/services/accounts/request-login-code.ts';
import { requestPasswordReset } from '#host/services/accounts/request-password-reset.ts';
import { resetPassword } from '#host/services/accounts/reset-password.ts';
import { updateUser } from '#host/services/accounts/update-user.ts';

const done = { success: true } as const;

/** Sessions: logging in and out (decisions §5). */
export function sessionRoutes(context: HostContext): readonly Route[] {
  const logIn = createLogIn(context);
  return [
    route(contract.logIn, ({ body, caller }) => logIn(body, caller.address)),
    route(contract.logOut, async ({ body }) => {
      await endSession(context, body.refresh);
      return ok(done);
    }),
    route(contract.refreshSession, async ({ body }) => {
      const access = await refreshSession(context, body.refresh);
      return access.ok ? ok({ success: true, access: access.value }) : access;
    }),
    route(contract.requestLoginCode, async ({ body, caller }) => {
      const requested = await requestLoginCode(context, body, caller.address);
      return requested.ok ? ok(done) : requested;
    }),
    route(contract.logInWithCode, ({ body, caller }) => logInWithCode(context, body, caller.address)),
  ];
}

/** Accounts: made, completed, read and changed by their owners (decisions §5). */
export function accountRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.registerUser, ({ body, caller }) => registerUser(context, body.data.attributes, caller)),
    route(contract.getUser, async ({ params, caller }) =>
      params.id === caller.user.id
        ? foundUser(await loadLearner(context.db, params.id))
        : foundUser(undefined),
    ),
    route(contract.updateUser, async ({ params, body, caller }) => {
      if (params.id !== caller.user.id) return foundUser(undefined);
      if (body.data.id !== params.id) return err(apiFailure('INVALID_INPUT', { pointer: '/data/id' }));
      return foundUser(await updateUser(context, params.id, body.data.attributes));
    }),
    route(contract.checkAccount, async ({ body, caller }) => {
      const exists = await checkAccount(context, body, caller.address);
      return exists.ok ? ok({ success: true, exists: exists.value }) : exists;
    }),
    route(contract.completeAccount, ({ body, caller }) => completeAccount(context, body, caller.user)),
    route(contract.requestPasswordReset, async ({ body, caller }) => {
      const requested = await requestPasswordReset(context, body.email, caller);
      return requested.ok ? ok(done) : requested;
    }),
    route(contract.resetPassword, async ({ body }) => {
      const reset = await resetPassword(context, body);
      return reset.ok ? ok(done) : reset;
    }),
  ];
}

/** Somebody else's account is answered like one that does not exist. */
function foundUser(learner: Learner | undefined) {
  if (learner === undefined) return err(apiFailure('NOT_FOUND'));
  return ok({ data: { type: 'users' as const, id: learner.sub, attributes: learner } });
}
