-- Every refresh token of an assistant that was used, so that an older one that comes back ends its connection, too (RFC 9700, 4.14.2).
create table app.mcp_used_refresh_tokens (
  org_id uuid not null,
  connection_id uuid not null,
  hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (org_id, connection_id, hash),
  foreign key (org_id, connection_id) references app.mcp_connections on delete cascade
);
create index mcp_used_refresh_tokens_used on app.mcp_used_refresh_tokens (used_at);
call app.protect_tenant('app.mcp_used_refresh_tokens', 'select, insert, delete', 'select, delete');

insert into app.mcp_used_refresh_tokens (org_id, connection_id, hash)
select org_id, id, used_refresh_hash from app.mcp_connections where used_refresh_hash is not null and ended_at is null;
alter table app.mcp_connections drop column used_refresh_hash;
