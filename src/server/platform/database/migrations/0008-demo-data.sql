-- Codes and learners that only a shop for trying out may have (docs/behaviour/operations.md#demo-data).
alter table gift_codes add column is_demo boolean not null default false;
alter table users add column is_demo boolean not null default false;

-- What earlier versions loaded in every mode.
update gift_codes set is_demo = true where is_content and code in ('GESCHENK-CLARA', 'GUTSCHEIN-50');
update users set is_demo = true where email = 'lernende@meisterhand.example';
