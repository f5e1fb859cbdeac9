-- Notes of members on contacts, conversations, campaigns, workflows and runs. A mention stands in the text.
create table app.notes (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  subject text not null check (subject in ('contact', 'conversation', 'campaign', 'workflow', 'run', 'workflow-run')),
  subject_id uuid not null,
  -- What has a foreign key takes its notes along; runs stand in partitions, and a tick removes theirs.
  contact_id uuid generated always as (case when subject = 'contact' then subject_id end) stored,
  conversation_id uuid generated always as (case when subject = 'conversation' then subject_id end) stored,
  campaign_id uuid generated always as (case when subject = 'campaign' then subject_id end) stored,
  workflow_id uuid generated always as (case when subject = 'workflow' then subject_id end) stored,
  body text not null,
  author_id uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references app.contacts on delete cascade,
  foreign key (org_id, conversation_id) references app.conversations on delete cascade,
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade,
  foreign key (org_id, workflow_id) references app.workflows on delete cascade
);
create index notes_subject on app.notes (org_id, subject_id, id);
create index notes_contact on app.notes (org_id, contact_id) where contact_id is not null;
create index notes_conversation on app.notes (org_id, conversation_id) where conversation_id is not null;
create index notes_campaign on app.notes (org_id, campaign_id) where campaign_id is not null;
create index notes_workflow on app.notes (org_id, workflow_id) where workflow_id is not null;
create index notes_author on app.notes (author_id) where author_id is not null;
call app.protect_tenant('app.notes', 'select, insert, update, delete', 'select');

-- The tab Mentions shows mentions only: messages, assignments and approvals are activity.
update app.notifications set category = 'activity' where category = 'mention';
