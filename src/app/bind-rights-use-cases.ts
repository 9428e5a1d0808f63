import { createChangeSubscription } from '#core/use-cases/change-subscription.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the ways out of a contract, and the change of what pays for it. */
export function bindRightsUseCases({ bind }: ServiceContainer): void {
  bind('declareWithdrawal', ({ rights }) => rights.withdraw, ['rights']);
  bind('declareCancellation', ({ rights }) => rights.cancel, ['rights']);
  bind('startCardChange', ({ subscriptions }) => subscriptions.startCardFields, ['subscriptions']);
  bind(
    'cancelSubscription',
    ({ subscriptions, ...profile }) => createChangeSubscription(profile, subscriptions.cancel),
    ['profiles', 'session', 'subscriptions'],
  );
  bind(
    'resumeSubscription',
    ({ subscriptions, ...profile }) => createChangeSubscription(profile, subscriptions.resume),
    ['profiles', 'session', 'subscriptions'],
  );
  bind(
    'changePaymentMethod',
    ({ subscriptions, ...profile }) => createChangeSubscription(profile, subscriptions.changePaymentMethod),
    ['profiles', 'session', 'subscriptions'],
  );
}
