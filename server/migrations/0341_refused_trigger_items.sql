-- Items of triggers that a workflow refused to start with: kept until they start it, a member removes them, or 30 days are over.
create table app.integration_refused_items (
  org_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  -- At the service.
  item_id text not null,
  start_key text not null,
  started_by text not null,
  -- No larger than what a workflow takes: of a larger item long texts and lists are cut.
  data jsonb not null,
  bytes int not null,
  is_shortened boolean not null,
  reason text not null,
  reason_key jsonb,
  -- When it is tried again by itself; null where no later time helps.
  retry_at timestamptz,
  refused_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, workflow_id, start_key),
  foreign key (org_id, workflow_id) references app.integration_subscriptions on delete cascade
);
create index integration_refused_items_retry on app.integration_refused_items (retry_at) where retry_at is not null;
create index integration_refused_items_age on app.integration_refused_items (refused_at);
call app.protect_tenant('app.integration_refused_items', 'select, insert, update, delete', 'select, delete');

-- Refused items that are no longer kept: the oldest of too many, or those whose time is over.
alter table app.integration_subscriptions add column items_dropped int not null default 0;
