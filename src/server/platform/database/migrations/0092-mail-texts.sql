-- Texts of mails that operators wrote over those of the files: every save of each part of mail.json. What is sent is the
-- last published one.
create table mail_text_versions (
  mail text not null,
  number integer not null check (number > 0),
  is_published boolean not null,
  -- Only what is not as in the file: {"de": {"subject": "…"}, "en": {}}.
  changes jsonb not null,
  saved_at timestamptz not null,
  -- The change in the audit log, which ends before the version does.
  change_id uuid,
  primary key (mail, number)
);
