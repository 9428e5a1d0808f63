-- Contracts: the version before this one cannot read records of texts, so it must not load or change the catalogue.
-- Texts of pages are records, too. The content files are loaded into them at the next start.
alter table catalogue_records drop constraint catalogue_records_type_check;
alter table catalogue_records add constraint catalogue_record_types check (
  type in ('course', 'book', 'gift', 'voucher', 'gift_box', 'membership', 'subscription', 'master', 'categories',
    'announcement', 'popup', 'post', 'legal')
);
