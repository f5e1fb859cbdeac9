-- A token of the API playground lives no longer than the sign-in that made it; one from before this has none, and has ended.
alter table app.api_keys add column family_id uuid;
alter table app.api_keys add check (family_id is null or kind = 'playground');
