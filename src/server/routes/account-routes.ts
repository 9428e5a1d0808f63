import { endpoints } from '#api/endpoints.ts';
import type { Learner } from '#core/model/user.ts';
import { err, ok } from '#core/rules/result.ts';
import { confirmAccountDeletion, deleteAccount } from '#server/account-data/delete-account.ts';
import { exportAccount } from '#server/account-data/export-account.ts';
import { createAddress, deleteAddress, listAddresses, updateAddress } from '#server/accounts/addresses.ts';
import { requestEmailCode, undoEmailChange } from '#server/accounts/email-change.ts';
import { confirmEmail, requestEmailConfirmation } from '#server/accounts/email-confirmation.ts';
import { loadLearner } from '#server/accounts/load-learner.ts';
import { createLogIn, logInWithCode, requestLoginCode } from '#server/accounts/log-in.ts';
import { changePassword, requestPasswordReset, resetPassword } from '#server/accounts/password-changes.ts';
import { checkAccount, completeAccount, registerUser } from '#server/accounts/registration.ts';
import {
  endOtherSessions,
  endOwnSession,
  endSession,
  listSessions,
  refreshSession,
} from '#server/accounts/sessions.ts';
import { updateUser } from '#server/accounts/update-user.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route } from '#server/http/mount-endpoint.ts';
import { pageDocument } from '#server/http/page-document.ts';
import type { ServerContext } from '#server/server-context.ts';

const done = { success: true } as const;

/** Sessions: logging in and out. */
export function sessionRoutes(context: ServerContext): readonly Route[] {
  const logIn = createLogIn(context);
  return [
    route(endpoints.logIn, ({ body, caller }) => logIn(body, caller)),
    route(endpoints.logOut, async ({ body }) => {
      await endSession(context, body.refresh);
      return ok(done);
    }),
    route(endpoints.refreshSession, async ({ body }) => {
      const access = await refreshSession(context, body.refresh);
      return access.ok ? ok({ success: true, access: access.value }) : access;
    }),
    route(endpoints.requestLoginCode, async ({ body, caller }) => {
      const requested = await requestLoginCode(context, body, caller.address);
      return requested.ok ? ok({ ...done, ...requested.value }) : requested;
    }),
    route(endpoints.logInWithCode, ({ body, caller }) => logInWithCode(context, body, caller)),
    route(endpoints.listSessions, async ({ query, caller }) => {
      const page = { number: query['page[number]'], size: query['page[size]'] };
      const sessions = await listSessions(context, caller.user, page);
      return ok(pageDocument(sessions, { path: endpoints.listSessions.path, query }));
    }),
    route(endpoints.endOwnSession, async ({ params, caller }) => {
      const ended = await endOwnSession(context, caller.user.id, params.id);
      return ended.ok ? ok(done) : ended;
    }),
    route(endpoints.endOtherSessions, async ({ caller }) => {
      await endOtherSessions(context, caller.user);
      return ok(done);
    }),
  ];
}

/** Accounts: registration, completion, profile and changes. */
export function accountRoutes(context: ServerContext): readonly Route[] {
  return [
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
      const requested = await requestPasswordReset(context, body.email, caller);
      return requested.ok ? ok(done) : requested;
    }),
    route(endpoints.resetPassword, async ({ body }) => {
      const reset = await resetPassword(context, body);
      return reset.ok ? ok(done) : reset;
    }),
    route(endpoints.changePassword, ({ body, caller }) =>
      changePassword(context, caller.user.id, body, caller.device),
    ),
  ];
}

/** Personal data (GDPR): e-mail change, export and deletion. */
export function accountDataRoutes(context: ServerContext): readonly Route[] {
  return [
    route(endpoints.requestEmailConfirmation, async ({ caller }) => {
      const requested = await requestEmailConfirmation(context, caller);
      return requested.ok ? ok(done) : requested;
    }),
    route(endpoints.requestEmailCode, async ({ caller }) => {
      const requested = await requestEmailCode(context, caller);
      return requested.ok ? ok(done) : requested;
    }),
    route(endpoints.undoEmailChange, async ({ body }) => {
      const undone = await undoEmailChange(context, body.token);
      return undone.ok ? ok(done) : undone;
    }),
    route(endpoints.confirmEmail, async ({ body, caller }) => {
      const confirmed = await confirmEmail(context, body.token, caller.user);
      return confirmed.ok ? ok(done) : confirmed;
    }),
    route(endpoints.exportAccount, async ({ params, caller }) => {
      if (params.id !== caller.user.id) return err(domainFailure('NOT_FOUND'));
      const exported = await exportAccount(context, params.id);
      if (!exported.ok) return exported;
      return ok({ data: { type: 'account_exports' as const, id: params.id, attributes: exported.value } });
    }),
    route(endpoints.deleteAccount, async ({ params, body, caller }) => {
      if (params.id !== caller.user.id) return err(domainFailure('NOT_FOUND'));
      const outcome = await deleteAccount(context, params.id, body, caller.locale);
      if (!outcome.ok) return outcome;
      const status = outcome.value === 'link_sent' ? 202 : 200;
      return { ok: true, value: { ...done, state: outcome.value }, status } as const;
    }),
    route(endpoints.confirmAccountDeletion, async ({ body }) => {
      const deleted = await confirmAccountDeletion(context, body.token);
      return deleted.ok ? ok(done) : deleted;
    }),
  ];
}

/** Another user's account gives the same response as a missing one. */
function foundUser(learner: Learner | undefined) {
  if (learner === undefined) return err(domainFailure('NOT_FOUND'));
  return ok({ data: { type: 'users' as const, id: learner.sub, attributes: learner } });
}

/** A user's own addresses as JSON:API. */
export function addressRoutes(context: ServerContext): readonly Route[] {
  return [
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
      return isDeleted ? ok({ success: true }) : err(domainFailure('NOT_FOUND'));
    }),
  ];
}
