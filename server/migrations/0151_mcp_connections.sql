-- An AI assistant that a member connected over OAuth: what it may do, and the hashes of its code and its refresh token.
create table app.mcp_connections (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  user_name text not null,
  client_name text not null,
  client_hash bytea not null,
  redirect_uri text not null,
  scopes text[] not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  -- Null until the code is exchanged: such a row is no connection yet.
  refresh_hash bytea,
  -- The token that was replaced last: whoever shows it again has stolen it, or was stolen from.
  used_refresh_hash bytea,
  refresh_expires_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (org_id, id)
);
create index mcp_connections_user on app.mcp_connections (user_id);
call app.protect_tenant('app.mcp_connections', 'select, insert, update, delete');

alter table app.api_keys add column connection_id uuid;
alter table app.api_keys add check ((connection_id is not null) = (kind = 'mcp'));
alter table app.api_keys add foreign key (org_id, connection_id) references app.mcp_connections (org_id, id) on delete cascade;
create index api_keys_connection on app.api_keys (org_id, connection_id) where connection_id is not null;
