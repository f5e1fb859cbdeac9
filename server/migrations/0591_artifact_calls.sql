-- The last inputs that a deployed function got, so that another version can be compared on them. Sealed: they are what callers sent.
create table app.code_artifact_inputs (
  org_id uuid not null,
  id uuid not null,
  artifact_id uuid not null,
  sealed_input text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create index code_artifact_inputs_artifact on app.code_artifact_inputs (org_id, artifact_id, id desc);
create index code_artifact_inputs_created on app.code_artifact_inputs (org_id, created_at);
call app.protect_tenant('app.code_artifact_inputs', 'select, insert, delete', 'select, update, delete');

-- Secrets of a function, for each environment its own.
create table app.code_artifact_secrets (
  org_id uuid not null,
  artifact_id uuid not null,
  environment text not null check (environment in ('staging', 'production')),
  name text not null,
  sealed_value text not null,
  set_by uuid references auth.users on delete set null,
  set_by_name text not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, artifact_id, environment, name),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create index code_artifact_secrets_set_by on app.code_artifact_secrets (set_by) where set_by is not null;
call app.protect_tenant('app.code_artifact_secrets', 'select, insert, update, delete', 'select, update');
