-- A token of the API playground is a key of a few minutes: the same look-up, scopes and limits, and its maker's rights.
alter table app.api_keys drop constraint api_keys_kind_check;
alter table app.api_keys add constraint api_keys_kind_check check (kind in ('organization', 'agent', 'playground'));
alter table app.api_keys add check (kind <> 'playground' or expires_at is not null);
drop index app.api_keys_name;
create unique index api_keys_name on app.api_keys (org_id, lower(name)) where revoked_at is null and replaced_by is null and kind <> 'playground';
create index api_keys_playground on app.api_keys (org_id, expires_at) where kind = 'playground';
-- Only these are deleted; all other keys stay as a record.
create policy only_playground on app.api_keys as restrictive for delete to imperium_app using (kind = 'playground');
grant delete on app.api_keys to imperium_app;

create table app.playground_collections (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index playground_collections_name on app.playground_collections (org_id, lower(name));
call app.protect_tenant('app.playground_collections', 'select, insert, update, delete');

create table app.playground_requests (
  org_id uuid not null,
  id uuid not null,
  collection_id uuid not null,
  name text not null,
  method text not null check (method in ('GET', 'POST', 'PUT', 'DELETE', 'PATCH')),
  path text not null,
  path_values jsonb not null,
  query jsonb not null,
  headers jsonb not null,
  body text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, collection_id) references app.playground_collections (org_id, id) on delete cascade
);
create index playground_requests_collection on app.playground_requests (org_id, collection_id);
call app.protect_tenant('app.playground_requests', 'select, insert, update, delete');

-- A person's own calls, without headers and bodies.
create table app.playground_calls (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  method text not null check (method in ('GET', 'POST', 'PUT', 'DELETE', 'PATCH')),
  path text not null,
  status int not null,
  duration_ms int not null,
  size_bytes int not null,
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index playground_calls_person on app.playground_calls (org_id, user_id, id desc);
create index playground_calls_user on app.playground_calls (user_id);
call app.protect_tenant('app.playground_calls', 'select, insert, delete');
