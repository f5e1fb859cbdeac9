-- Images uploaded for a message to an agent. A run takes them as its files; an upload that no run took expires.
create table app.run_uploads (
  org_id uuid not null,
  agent_id uuid not null,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, agent_id, file_id),
  foreign key (org_id, file_id) references app.files on delete cascade
);
create index run_uploads_file on app.run_uploads (org_id, file_id);
call app.protect_tenant('app.run_uploads', 'select, insert', 'select');

-- The images that the message of a run has attached.
alter table app.runs add column input_images uuid[] not null default '{}';
