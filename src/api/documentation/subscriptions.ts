import type { Area } from './operation-text.ts';

export const subscriptions = {
  title: 'Subscriptions',
  description:
    'Memberships and monthly subscriptions of the user. A renewal is an order of its own. Refused charges are tried again ' +
    '3, 5 and 7 days after the due day; access lasts until then.',
  operations: {
    listSubscriptions: { summary: 'List one’s own contracts', description: 'Running ones first.' },
    cancelSubscription: {
      summary: 'Cancel a contract',
      description:
        'Ends it as `on_cancel` has said. One that is cancelled already is answered as it is, so the call may be repeated.',
      failures: ['NOTHING_TO_CANCEL'],
    },
    resumeSubscription: {
      summary: 'Take a cancellation back',
      description: 'Before the contract has ended. One that goes on anyway is answered as it is.',
      failures: ['RESUME_REFUSED'],
    },
    createSubscriptionClientToken: {
      summary: 'Get the client token for another payment method',
      failures: ['PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
    },
    changePaymentMethod: {
      summary: 'Change the payment method',
      description:
        'Charged from now on. When a charge was refused before, it is tried at once; a method that is refused is kept ' +
        'all the same, and the tries go on.',
      otherSuccess: { status: 202, when: 'The outcome of a charge tried at once is being looked up.' },
      failures: ['PAYMENT_DECLINED', 'PAYMENT_UNAVAILABLE', 'NOTHING_TO_CHARGE'],
      example: { body: { payment_method_nonce: 'fake-valid-nonce' } },
    },
  },
} as const satisfies Area;
