import type { Defaulted, Instant } from './columns.ts';

interface NewsletterSubscriptionsTable {
  id: string;
  email: string;
  locale: string;
  source: string;
  state: string;
  token_hash: Buffer | null;
  token_expires_at: Instant | null;
  requested_at: Instant;
  confirmed_at: Defaulted<Instant | null>;
  unsubscribed_at: Defaulted<Instant | null>;
}

interface NewsletterEventsTable {
  id: string;
  subscription_id: string;
  event: string;
  source: string;
  wording: Defaulted<string>;
  happened_at: Instant;
}

interface RegistrationSourcesTable {
  user_id: string;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_social: string | null;
  noted_at: Instant;
}

interface GiveawayEntriesTable {
  giveaway: string;
  email: string;
  locale: string;
  entered_at: Instant;
}

interface ContactMessagesTable {
  id: string;
  email: string;
  name: string;
  topic: string;
  message: string;
  order_code: string | null;
  locale: string;
  received_at: Instant;
}

/** Newsletter, giveaways, messages, and where people came from. */
export interface MarketingTables {
  newsletter_subscriptions: NewsletterSubscriptionsTable;
  newsletter_events: NewsletterEventsTable;
  registration_sources: RegistrationSourcesTable;
  giveaway_entries: GiveawayEntriesTable;
  contact_messages: ContactMessagesTable;
}
