-- Contracts: the version before this one cannot read these records, so it must not load or change the catalogue.
-- Advantages, conversations, the newsletter form and the shop's data are records, too. The content files are loaded
-- into them at the next start.
alter table catalogue_records drop constraint catalogue_record_types;
alter table catalogue_records add constraint catalogue_record_types check (
  type in ('course', 'book', 'gift', 'voucher', 'gift_box', 'membership', 'subscription', 'bundle', 'master', 'categories',
    'announcement', 'popup', 'campaign', 'giveaway', 'post', 'legal', 'advantages', 'conversations',
    'newsletter_widget', 'shop')
);
