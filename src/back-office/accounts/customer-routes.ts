import type { RouteObject } from 'react-router';

/** Routes of customers and of their correspondence. `addTexts` loads the texts that two of the screens need. */
export const customerRoutes = (addTexts: () => Promise<void>): readonly RouteObject[] => [
  {
    path: 'customers',
    lazy: async () => {
      const [{ CustomersPage, customersLoader }] = await Promise.all([
        import('./customers-page.tsx'),
        addTexts(),
      ]);
      return { Component: CustomersPage, loader: customersLoader };
    },
  },
  {
    path: 'customers/guest',
    lazy: async () => {
      const [{ GuestPage, guestLoader }] = await Promise.all([import('./guest-page.tsx'), addTexts()]);
      return { Component: GuestPage, loader: guestLoader };
    },
  },
  {
    path: 'customers/:id',
    lazy: async () => {
      const { CustomerPage, customerLoader } = await import('./customer-page.tsx');
      return { Component: CustomerPage, loader: customerLoader };
    },
  },
  {
    path: 'declarations',
    lazy: async () => {
      const { DeclarationsPage, declarationsLoader } = await import(
        '#back-office/consumer-rights/declarations-page.tsx'
      );
      return { Component: DeclarationsPage, loader: declarationsLoader };
    },
  },
  {
    path: 'declarations/:id',
    lazy: async () => {
      const { DeclarationPage, declarationLoader } = await import(
        '#back-office/consumer-rights/declaration-page.tsx'
      );
      return { Component: DeclarationPage, loader: declarationLoader };
    },
  },
  {
    path: 'subscriptions',
    lazy: async () => {
      const { SubscriptionsPage, subscriptionsLoader } = await import(
        '#back-office/subscriptions/subscriptions-page.tsx'
      );
      return { Component: SubscriptionsPage, loader: subscriptionsLoader };
    },
  },
  {
    path: 'subscriptions/:id',
    lazy: async () => {
      const { SubscriptionPage, subscriptionLoader } = await import(
        '#back-office/subscriptions/subscription-page.tsx'
      );
      return { Component: SubscriptionPage, loader: subscriptionLoader };
    },
  },
  {
    path: 'messages',
    lazy: async () => {
      const { MessagesPage, messagesLoader } = await import('#back-office/operations/messages-page.tsx');
      return { Component: MessagesPage, loader: messagesLoader };
    },
  },
  {
    path: 'messages/:id',
    lazy: async () => {
      const { MessagePage, messageLoader } = await import('#back-office/operations/message-page.tsx');
      return { Component: MessagePage, loader: messageLoader };
    },
  },
  {
    path: 'reviews',
    lazy: async () => {
      const { ReviewsPage, reviewsLoader } = await import('#back-office/operations/reviews-page.tsx');
      return { Component: ReviewsPage, loader: reviewsLoader };
    },
  },
  {
    path: 'reviews/:id',
    lazy: async () => {
      const { ReviewPage, reviewLoader } = await import('#back-office/operations/review-page.tsx');
      return { Component: ReviewPage, loader: reviewLoader };
    },
  },
  {
    path: 'mails',
    lazy: async () => {
      const { MailsPage, mailsLoader } = await import('#back-office/operations/mails-page.tsx');
      return { Component: MailsPage, loader: mailsLoader };
    },
  },
  {
    path: 'mails/:id',
    lazy: async () => {
      const { MailPage, mailLoader } = await import('#back-office/operations/mail-page.tsx');
      return { Component: MailPage, loader: mailLoader };
    },
  },
  {
    path: 'events',
    lazy: async () => {
      const { EventsPage, eventsLoader } = await import('#back-office/operations/events-page.tsx');
      return { Component: EventsPage, loader: eventsLoader };
    },
  },
];
