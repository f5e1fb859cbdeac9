-- Diet plans of patients. What says something about a health stands in sealed columns only; the rest may be read by the queue and by counts.
create table app.diet_plans (
  org_id uuid not null,
  id uuid not null,
  sealed_patient text not null,
  -- Title, recommendations, foods; null until the first piece is written.
  sealed_outline text,
  number_of_days int not null check (number_of_days between 1 and 90),
  meals_per_day int not null check (meals_per_day between 1 and 6),
  starts_on date not null,
  language text not null,
  config_id uuid not null,
  model_name text not null,
  version int not null default 0,
  days_done int not null default 0,
  -- Work on it: null while nothing is to be written.
  work text check (work in ('generate', 'day', 'meal')),
  work_id uuid,
  work_day int,
  work_meal int,
  sealed_instructions text,
  attempts int not null default 0,
  deaths int not null default 0,
  error_message text,
  error_key jsonb,
  review text check (review in ('approved', 'withdrawn')),
  review_version int,
  sealed_review_note text,
  reviewer_id uuid references auth.users on delete set null,
  reviewer_name text,
  reviewed_at timestamptz,
  consent_at timestamptz,
  consent_by text,
  created_by uuid references auth.users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((review is null) = (reviewed_at is null))
);
call app.lease_rows('app.diet_plans', 'diet_plans');
create index diet_plans_created_by on app.diet_plans (created_by) where created_by is not null;
create index diet_plans_reviewer on app.diet_plans (reviewer_id) where reviewer_id is not null;
call app.protect_tenant('app.diet_plans', 'select, insert, update, delete', 'select, update');

-- A day is never changed: another version of it is another row. The key keeps a repeated piece of work from writing a day twice.
create table app.diet_plan_days (
  org_id uuid not null,
  plan_id uuid not null,
  day int not null check (day between 1 and 90),
  version int not null,
  sealed_meals text not null,
  primary key (org_id, plan_id, day, version),
  foreign key (org_id, plan_id) references app.diet_plans on delete cascade
);
call app.protect_tenant('app.diet_plan_days', 'select, insert, delete', 'select, update');

create table app.diet_plan_versions (
  org_id uuid not null,
  plan_id uuid not null,
  version int not null,
  reason text not null check (reason in ('generated', 'day', 'meal', 'edited')),
  day int,
  by_id uuid references auth.users on delete set null,
  by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, plan_id, version),
  foreign key (org_id, plan_id) references app.diet_plans on delete cascade
);
create index diet_plan_versions_by on app.diet_plan_versions (by_id) where by_id is not null;
call app.protect_tenant('app.diet_plan_versions', 'select, insert, delete');

-- Keyed hashes of the beginnings of the words of names and diseases: a search finds them, and the rows reveal neither.
create table app.diet_plan_words (
  org_id uuid not null,
  word bytea not null,
  plan_id uuid not null,
  primary key (org_id, word, plan_id),
  foreign key (org_id, plan_id) references app.diet_plans on delete cascade
);
create index diet_plan_words_plan on app.diet_plan_words (org_id, plan_id);
call app.protect_tenant('app.diet_plan_words', 'select, insert, delete');

-- Plans that were generated, by the model that wrote them: for usage, also after a plan is deleted.
create table app.diet_plans_generated (
  org_id uuid not null,
  plan_id uuid not null,
  config_id uuid not null,
  at timestamptz not null default now(),
  primary key (org_id, plan_id)
);
create index diet_plans_generated_at on app.diet_plans_generated (org_id, at);
call app.protect_tenant('app.diet_plans_generated', 'select, insert');
