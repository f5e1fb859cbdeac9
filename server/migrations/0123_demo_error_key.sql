-- Key and values of the error, to show it in the reader's language.
alter table app.demo_data add column error_key jsonb;
