-- Exports of everything of an organization. The file is deleted by its own date, the row with it.
create table app.data_exports (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  requested_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Gone before the row where the file has expired.
  file_id uuid,
  size_bytes bigint,
  row_count bigint not null default 0,
  file_count bigint not null default 0,
  expires_at timestamptz,
  message text not null default '',
  message_key jsonb,
  primary key (org_id, id)
);
call app.protect_tenant('app.data_exports', 'select, insert, update, delete');
