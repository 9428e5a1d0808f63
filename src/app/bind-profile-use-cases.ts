import { createChangePassword } from '#core/use-cases/change-password.ts';
import { createDeleteAccount } from '#core/use-cases/delete-account.ts';
import { createExportAccount } from '#core/use-cases/export-account.ts';
import { createFollowMailLink } from '#core/use-cases/follow-mail-link.ts';
import { createReloadProfile } from '#core/use-cases/reload-profile.ts';
import { createUpdateProfile } from '#core/use-cases/update-profile.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds what learners do with their own data, and what the links in mails are for. */
export function bindProfileUseCases({ bind }: ServiceContainer): void {
  bind('reloadProfile', createReloadProfile, ['profiles', 'session']);
  bind('updateProfile', createUpdateProfile, ['profiles', 'session']);
  bind('changePassword', createChangePassword, ['cookies', 'own_account', 'session', 'sessions']);
  bind('addAddress', ({ addresses }) => addresses.add, ['addresses']);
  bind('changeAddress', ({ addresses }) => addresses.change, ['addresses']);
  bind('removeAddress', ({ addresses }) => addresses.remove, ['addresses']);
  bind('endOwnSession', ({ running_sessions }) => running_sessions.end, ['running_sessions']);
  bind('endOtherSessions', ({ running_sessions }) => running_sessions.endOthers, ['running_sessions']);
  bind('exportAccount', createExportAccount, ['own_account', 'session']);
  bind('deleteAccount', createDeleteAccount, [
    'endSession',
    'own_account',
    'redeem',
    'session',
    'tab_broadcast',
  ]);
  bind(
    'confirmEmail',
    ({ own_account, reloadProfile }) => createFollowMailLink(reloadProfile, own_account.confirmEmail),
    ['own_account', 'reloadProfile'],
  );
  bind(
    'confirmAccountDeletion',
    ({ own_account, reloadProfile }) => createFollowMailLink(reloadProfile, own_account.confirmDeletion),
    ['own_account', 'reloadProfile'],
  );
  bind(
    'confirmNewsletter',
    ({ newsletter, reloadProfile }) => createFollowMailLink(reloadProfile, newsletter.confirm),
    ['newsletter', 'reloadProfile'],
  );
  bind(
    'leaveNewsletter',
    ({ newsletter, reloadProfile }) => createFollowMailLink(reloadProfile, newsletter.leave),
    ['newsletter', 'reloadProfile'],
  );
}
