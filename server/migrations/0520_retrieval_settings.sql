-- How strong a passage must be for an agent to get it (per cent), and how many it gets: for the organization, and for a collection that differs.
alter table app.knowledge_search_settings
  add column least_strength smallint not null default 30 check (least_strength between 0 and 100),
  add column passages smallint not null default 6 check (passages between 1 and 20);
alter table app.knowledge_collections
  add column least_strength smallint check (least_strength between 0 and 100),
  add column passages smallint check (passages between 1 and 20);

-- Questions with the passages that answer them, by which a change of the search is judged. No passages: nothing should be found.
-- `result`, `previous`: what the last run found, and the one before it.
create table app.knowledge_test_questions (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  question text not null,
  passages jsonb not null,
  result jsonb,
  previous jsonb,
  run_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index knowledge_test_questions_once on app.knowledge_test_questions (org_id, lower(question));
call app.protect_tenant('app.knowledge_test_questions', 'select, insert, update, delete');
