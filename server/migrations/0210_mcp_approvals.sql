-- Whether assistants and keys need a member's approval for destructive operations over MCP. No row: they do not.
create table app.mcp_policies (
  org_id uuid primary key,
  requires_approval boolean not null,
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.mcp_policies', 'select, insert, update');

-- A destructive call over MCP that waits for a member, or was decided. Its arguments may name people: every row is deleted within a day.
create table app.mcp_approvals (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  user_name text not null,
  client_name text not null,
  operation text not null,
  input jsonb not null,
  input_hash bytea not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'used')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (org_id, id)
);
-- The same call of the same member waits once.
create unique index mcp_approvals_open on app.mcp_approvals (org_id, user_id, operation, input_hash)
  where status in ('pending', 'approved', 'rejected');
create index mcp_approvals_user on app.mcp_approvals (user_id);
create index mcp_approvals_expiry on app.mcp_approvals (expires_at);
call app.protect_tenant('app.mcp_approvals', 'select, insert, update, delete', 'select, delete');
