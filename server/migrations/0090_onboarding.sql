-- What each member wants to do first in an organization, and whether they have hidden the checklist of first steps.
create table app.onboarding (
  org_id uuid not null,
  user_id uuid not null,
  -- Null: the member skipped the choice.
  goal text check (goal in ('agent', 'campaign', 'workflow')),
  dismissed boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (org_id, user_id)
);
call app.protect_tenant('app.onboarding', 'select, insert, update, delete', 'select, delete');
-- Members from before know the product.
insert into app.onboarding (org_id, user_id, dismissed) select org_id, user_id, true from auth.memberships;

-- Whether a member has run an agent on the page: other runs are many and not theirs.
create index runs_of_members on app.runs (org_id, started_by_user, id desc) where trigger = 'web';

-- Sends and messages of a period, for the dashboard.
create index campaign_sends_started on app.campaign_sends (org_id, started_at);
create index messages_received on app.messages (org_id, at) where direction = 'inbound';
