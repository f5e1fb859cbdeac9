create table app.code_artifacts (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  artifact_type text not null check (artifact_type in ('react_component', 'api_endpoint', 'database_migration', 'service_class',
    'utility_function', 'test_suite', 'configuration', 'documentation', 'full_application')),
  language text not null,
  framework text not null default '',
  status text not null default 'generated' check (status in ('generated', 'reviewed', 'approved', 'deployed', 'failed')),
  review_wanted boolean not null default false,
  version int not null default 1,
  syntax_valid boolean not null,
  reasoning text not null default '',
  agent_id uuid,
  agent_name text,
  run_id uuid,
  author_id uuid references auth.users on delete set null,
  author_name text not null,
  -- Of the newest run of the tests.
  test_version int,
  test_passed boolean,
  test_results jsonb,
  test_message text,
  tested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index code_artifacts_author on app.code_artifacts (author_id) where author_id is not null;
create unique index code_artifacts_name on app.code_artifacts (org_id, lower(name));
call app.protect_tenant('app.code_artifacts', 'select, insert, update, delete');

-- A version is never changed. The hash is of code and tests.
create table app.code_artifact_versions (
  org_id uuid not null,
  artifact_id uuid not null,
  version int not null,
  code text not null,
  tests text not null,
  hash text not null,
  syntax_valid boolean not null,
  faults jsonb not null,
  author_id uuid references auth.users on delete set null,
  author_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, artifact_id, version),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create index code_artifact_versions_author on app.code_artifact_versions (author_id) where author_id is not null;
call app.protect_tenant('app.code_artifact_versions', 'select, insert, delete');

create table app.code_artifact_reviews (
  org_id uuid not null,
  id uuid not null,
  artifact_id uuid not null,
  version int not null,
  decision text not null check (decision in ('approved', 'changes_requested')),
  note text not null,
  is_own boolean not null,
  reviewer_id uuid references auth.users on delete set null,
  reviewer_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create index code_artifact_reviews_artifact on app.code_artifact_reviews (org_id, artifact_id);
create index code_artifact_reviews_reviewer on app.code_artifact_reviews (reviewer_id) where reviewer_id is not null;
call app.protect_tenant('app.code_artifact_reviews', 'select, insert, delete');

create table app.code_artifact_comments (
  org_id uuid not null,
  id uuid not null,
  artifact_id uuid not null,
  version int not null,
  line int not null check (line > 0),
  body text not null,
  author_id uuid references auth.users on delete set null,
  author_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create index code_artifact_comments_artifact on app.code_artifact_comments (org_id, artifact_id);
create index code_artifact_comments_author on app.code_artifact_comments (author_id) where author_id is not null;
call app.protect_tenant('app.code_artifact_comments', 'select, insert, delete');

-- Every deployment; the current one of an environment is what agents and people get.
create table app.code_artifact_deployments (
  org_id uuid not null,
  id uuid not null,
  artifact_id uuid not null,
  environment text not null check (environment in ('staging', 'production')),
  version int not null,
  notes text not null,
  -- What runs: the body of a function that the sandbox takes; null for what only is kept.
  runnable text,
  is_current boolean not null default true,
  is_rollback boolean not null default false,
  deployed_by uuid references auth.users on delete set null,
  deployed_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, artifact_id) references app.code_artifacts on delete cascade
);
create unique index code_artifact_deployments_current on app.code_artifact_deployments (org_id, artifact_id, environment) where is_current;
create index code_artifact_deployments_artifact on app.code_artifact_deployments (org_id, artifact_id, id desc);
create index code_artifact_deployments_by on app.code_artifact_deployments (deployed_by) where deployed_by is not null;
call app.protect_tenant('app.code_artifact_deployments', 'select, insert, update, delete');
