-- Where a person ends all sessions (a reset password, a changed factor), the assistants connected until then end with them.
alter table auth.users add column connections_ended_at timestamptz;

-- For an access token: when its assistant was connected.
create policy connection_lookup on app.mcp_connections for select to imperium_auth using (true);
grant select (org_id, id, created_at) on app.mcp_connections to imperium_auth;

-- Since when earlier connections of a member of the current organization are over; null: since never.
create function auth.connections_ended_at(person uuid) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, auth
  as $$ select u.connections_ended_at from auth.memberships m join auth.users u on u.id = m.user_id
        where m.user_id = person and m.org_id = nullif(current_setting('app.org_id', true), '')::uuid $$;
revoke all on function auth.connections_ended_at(uuid) from public;
grant execute on function auth.connections_ended_at(uuid) to imperium_app;
