-- A key that belongs to a session: what the platform asks of it does not depend on the module that makes such keys.
alter table app.api_keys add column of_session boolean generated always as (kind = 'playground') stored;
