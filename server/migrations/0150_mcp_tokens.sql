-- An access token of a connected AI assistant is a key of an hour, for /mcp only: the same look-up, scopes and limits, and its user's rights.
alter table app.api_keys drop constraint api_keys_kind_check;
alter table app.api_keys add constraint api_keys_kind_check check (kind in ('organization', 'agent', 'playground', 'mcp'));
alter table app.api_keys add check (kind <> 'mcp' or expires_at is not null);
drop index app.api_keys_name;
create unique index api_keys_name on app.api_keys (org_id, lower(name))
  where revoked_at is null and replaced_by is null and kind not in ('playground', 'mcp');
drop index app.api_keys_playground;
create index api_keys_tokens on app.api_keys (org_id, expires_at) where kind in ('playground', 'mcp');
drop policy only_playground on app.api_keys;
create policy only_tokens on app.api_keys as restrictive for delete to imperium_app
  using (kind in ('playground', 'mcp') and org_id = app.current_org());
