import { endpoints } from '#api/endpoints.ts';
import type { Learner } from '#core/model/user.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { pageDocument } from '#server/platform/http/page-document.ts';
import { done, type Route, route, success } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { createAddress, deleteAddress, listAddresses, updateAddress } from './addresses.ts';
import { requestEmailCode, undoEmailChange } from './email-change.ts';
import { confirmEmail, requestEmailConfirmation } from './email-confirmation.ts';
import { loadLearner } from './load-learner.ts';
import { createLogIn, logInWithCode, requestLoginCode } from './log-in.ts';
import {
  addPasskey,
  listPasskeys,
  logInWithPasskey,
  openNewPasskey,
  openPasskeyLogIn,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { changePassword, requestPasswordReset, resetPassword } from './password-changes.ts';
import { checkAccount, completeAccount, registerUser } from './registration.ts';
import { endOtherSessions, endOwnSession, endSession, listSessions, refreshSession } from './sessions.ts';
import { updateUser } from './update-user.ts';

/** Accounts, their sessions, e-mail addresses and the address book. */
export function accountRoutes(context: ServerContext): readonly Route[] {
  return [
    ...sessionRoutes(context),
    ...passkeyRoutes(context),
    route(endpoints.registerUser, ({ body, caller }) => registerUser(context, body.data.attributes, caller)),
    route(endpoints.getUser, async ({ params, caller }) =>
      params.id === caller.user.id
        ? foundUser(await loadLearner(context.db, params.id))
        : foundUser(undefined),
    ),
    route(endpoints.updateUser, async ({ params, body, caller }) => {
      if (params.id !== caller.user.id) return foundUser(undefined);
      if (body.data.id !== params.id) return err(domainFailure('INVALID_INPUT', { pointer: '/data/id' }));
      const updated = await updateUser(context, caller, body.data.attributes);
      return updated.ok ? foundUser(updated.value) : updated;
    }),
    route(endpoints.checkAccount, async ({ body, caller }) => {
      const exists = await checkAccount(context, body, caller.address);
      return exists.ok ? ok({ success: true, exists: exists.value }) : exists;
    }),
    route(endpoints.completeAccount, ({ body, caller }) => completeAccount(context, body, caller)),
    route(endpoints.requestPasswordReset, async ({ body, caller }) => {
      return done(await requestPasswordReset(context, body.email, caller));
    }),
    route(endpoints.resetPassword, async ({ body }) => {
      return done(await resetPassword(context, body));
    }),
    route(endpoints.changePassword, ({ body, caller }) =>
      changePassword(context, caller.user.id, body, caller.device),
    ),
    route(endpoints.requestEmailConfirmation, async ({ caller }) => {
      return done(await requestEmailConfirmation(context, caller));
    }),
    route(endpoints.requestEmailCode, async ({ caller }) => {
      return done(await requestEmailCode(context, caller));
    }),
    route(endpoints.undoEmailChange, async ({ body }) => {
      return done(await undoEmailChange(context, body.token));
    }),
    route(endpoints.confirmEmail, async ({ body, caller }) => {
      return done(await confirmEmail(context, body.token, caller.user));
    }),
    route(endpoints.listAddresses, async ({ query, caller }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const list = await listAddresses(context, caller.user.id, page);
      return ok(pageDocument(list, { path: endpoints.listAddresses.path, query }));
    }),
    route(endpoints.createAddress, async ({ body, caller }) => {
      const created = await createAddress(context, caller.user.id, body.data.attributes);
      return created.ok ? ok({ data: created.value }) : created;
    }),
    route(endpoints.updateAddress, async ({ params, body, caller }) => {
      if (body.data.id !== params.id) return err(domainFailure('INVALID_INPUT', { pointer: '/data/id' }));
      const updated = await updateAddress(context, caller.user.id, params.id, body.data.attributes);
      return updated.ok ? ok({ data: updated.value }) : updated;
    }),
    route(endpoints.deleteAddress, async ({ params, caller }) => {
      const isDeleted = await deleteAddress(context, caller.user.id, params.id);
      return isDeleted ? ok(success) : err(domainFailure('NOT_FOUND'));
    }),
  ];
}
function sessionRoutes(context: ServerContext): readonly Route[] {
  const logIn = createLogIn(context);
  return [
    route(endpoints.logIn, ({ body, caller }) => logIn(body, caller)),
    route(endpoints.logOut, async ({ body }) => {
      await endSession(context, body.refresh);
      return ok(success);
    }),
    route(endpoints.refreshSession, async ({ body }) => {
      const access = await refreshSession(context, body.refresh);
      return access.ok ? ok({ success: true, access: access.value }) : access;
    }),
    route(endpoints.requestLoginCode, async ({ body, caller }) => {
      const requested = await requestLoginCode(context, body, caller.address);
      return requested.ok ? ok({ ...success, ...requested.value }) : requested;
    }),
    route(endpoints.logInWithCode, ({ body, caller }) => logInWithCode(context, body, caller)),
    route(endpoints.listSessions, async ({ query, caller }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const sessions = await listSessions(context, caller.user, page);
      return ok(pageDocument(sessions, { path: endpoints.listSessions.path, query }));
    }),
    route(endpoints.endOwnSession, async ({ params, caller }) => {
      return done(await endOwnSession(context, caller.user.id, params.id));
    }),
    route(endpoints.endOtherSessions, async ({ caller }) => {
      await endOtherSessions(context, caller.user);
      return ok(success);
    }),
  ];
}

function passkeyRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.openPasskeyLogIn, async () =>
      ok({ ...success, options: await openPasskeyLogIn(context) }),
    ),
    route(endpoints.logInWithPasskey, ({ body, caller }) =>
      logInWithPasskey(context, body.credential, caller.device),
    ),
    route(endpoints.listPasskeys, async ({ query, caller }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const passkeys = await listPasskeys(context, caller.user.id, page);
      return ok(pageDocument(passkeys, { path: endpoints.listPasskeys.path, query }));
    }),
    route(endpoints.openNewPasskey, async ({ body, caller }) => {
      const opened = await openNewPasskey(context, caller.user, body.password);
      return opened.ok ? ok({ ...success, options: opened.value }) : opened;
    }),
    route(endpoints.addPasskey, async ({ body, caller }) => {
      const added = await addPasskey(context, caller, body.credential);
      return added.ok ? ok({ data: added.value }) : added;
    }),
    route(endpoints.renamePasskey, async ({ params, body, caller }) => {
      const renamed = await renamePasskey(context, caller.user.id, { ...params, ...body });
      return renamed.ok ? ok({ data: renamed.value }) : renamed;
    }),
    route(endpoints.removePasskey, async ({ params, caller }) => {
      return done(await removePasskey(context, caller.user.id, params.id));
    }),
  ];
}

/** Another user's account gives the same response as a missing one. */
function foundUser(learner: Learner | undefined) {
  if (learner === undefined) return err(domainFailure('NOT_FOUND'));
  return ok({ data: { type: 'users' as const, id: learner.sub, attributes: learner } });
}
