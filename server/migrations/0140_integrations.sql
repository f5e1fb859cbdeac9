-- Connections to other products, and the workflows that start with what happens there.
create table app.integration_connections (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- server/src/modules/integrations/connectors.
  connector text not null,
  name text not null,
  -- Which of the connector's ways to connect.
  auth int not null default 0,
  fields jsonb not null default '{}',
  -- Sealed: secret fields, tokens, the verifier of a sign-in under way; as JSON.
  secrets text not null,
  key_preview text not null default '',
  -- Operations of an imported OpenAPI document.
  document jsonb,
  roles text[] not null,
  is_for_automation boolean not null default true,
  status text not null check (status in ('connected', 'waiting', 'failing')),
  account text,
  error text,
  connected_at timestamptz,
  last_sync_at timestamptz,
  tested_at timestamptz,
  test_due_at timestamptz,
  -- Of the access token; one refresher at a time, until then.
  expires_at timestamptz,
  refreshing_until timestamptz,
  -- The service asked to be left alone until then.
  paused_until timestamptz,
  -- Address for the service's calls: a random token, and its hash to find it by.
  hook_token text,
  hook_hash text,
  -- Hash of the state of a sign-in at the provider, and who began it.
  state_hash text,
  state_until timestamptz,
  state_user uuid,
  created_by text not null,
  created_by_user uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index integration_connections_name on app.integration_connections (org_id, lower(name));
create unique index integration_connections_hook on app.integration_connections (hook_hash) where hook_hash is not null;
create unique index integration_connections_state on app.integration_connections (state_hash) where state_hash is not null;
create index integration_connections_test on app.integration_connections (test_due_at) where test_due_at is not null;
create index integration_connections_expiry on app.integration_connections (expires_at) where expires_at is not null;
call app.protect_tenant('app.integration_connections', 'select, insert, update, delete', 'select, update');

-- A workflow that starts with a trigger of a connection.
create table app.integration_subscriptions (
  org_id uuid not null,
  workflow_id uuid not null,
  connection_id uuid not null,
  trigger text not null,
  input jsonb not null default '{}',
  -- Null for a trigger that the service calls.
  due_at timestamptz,
  cursor text,
  -- False until the first time, whose items start nothing.
  is_primed boolean not null default false,
  -- Ids of the latest items, the newest first.
  seen text[] not null default '{}',
  failures int not null default 0,
  error text,
  polled_at timestamptz,
  primary key (org_id, workflow_id),
  foreign key (org_id, connection_id) references app.integration_connections on delete cascade
);
create index integration_subscriptions_due on app.integration_subscriptions (due_at) where due_at is not null;
create index integration_subscriptions_connection on app.integration_subscriptions (org_id, connection_id);
call app.protect_tenant('app.integration_subscriptions', 'select, insert, update, delete', 'select, update');
