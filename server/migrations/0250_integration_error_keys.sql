-- The errors of connections and of their triggers in the reader's language: key and values beside the English text.
alter table app.integration_connections add column error_key jsonb;
alter table app.integration_subscriptions add column error_key jsonb;
