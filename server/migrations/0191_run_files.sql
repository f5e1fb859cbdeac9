-- Files that a run made, such as images; they go with their run.
create table app.run_files (
  org_id uuid not null,
  run_id uuid not null,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, run_id, file_id),
  foreign key (org_id, file_id) references app.files on delete cascade
);
create index run_files_file on app.run_files (org_id, file_id);
call app.protect_tenant('app.run_files', 'select, insert, delete', 'select');

-- The images that a finished run shows beside its answer.
alter table app.runs add column images uuid[] not null default '{}';
