-- What a person has typed somewhere, for exports and deletions.
create index giveaway_entries_by_email on giveaway_entries (email);
create index contact_messages_by_email on contact_messages (email);
