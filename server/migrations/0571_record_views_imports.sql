-- Saved views of an entity's records, shared by the organization.
create table app.record_views (
  org_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  name text not null,
  layout text not null default 'table' check (layout in ('table', 'board', 'calendar')),
  -- Name of the field that a board or calendar is arranged by.
  by_field text not null default '',
  q text not null default '',
  filter text not null default '',
  sort text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, entity_id) references app.entity_definitions (org_id, id) on delete cascade
);
create unique index record_views_name on app.record_views (org_id, entity_id, lower(name));
call app.protect_tenant('app.record_views', 'select, insert, update, delete');

-- Imports of records. `done_bytes` is the fence: each batch commits with the step from the byte where it began.
create table app.record_imports (
  org_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  file_id uuid,
  file_name text not null,
  status text not null default 'uploading' check (status in ('uploading', 'uploaded', 'running', 'completed', 'failed', 'cancelled')),
  -- Of the start; columns name fields by their ids, so that a rename in between changes nothing.
  settings jsonb,
  total_bytes bigint not null,
  done_bytes bigint not null default 0,
  rows_read int not null default 0,
  created_count int not null default 0,
  updated_count int not null default 0,
  failed_count int not null default 0,
  errors jsonb not null default '[]',
  message text not null default '',
  message_key jsonb,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, entity_id) references app.entity_definitions (org_id, id) on delete cascade
);
create index record_imports_entity on app.record_imports (org_id, entity_id, created_at desc);
create index record_imports_running on app.record_imports (updated_at) where status = 'running';
call app.protect_tenant('app.record_imports', 'select, insert, update, delete', 'select, delete');
