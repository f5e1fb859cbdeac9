-- Campaigns: definition and immutable versions, one send per occurrence, a row per recipient, and what came back.

create table app.campaigns (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  channel text not null check (channel in ('email', 'sms', 'webhook', 'whatsapp')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'running', 'paused', 'completed')),
  agent_id uuid,
  -- contract/src/campaigns/campaigns.ts: content, variants, audience, schedule, tracking, throttle, window, agent's part.
  definition jsonb not null,
  -- Number of the newest version; a send names the one it uses.
  version int not null default 1,
  paused_from text check (paused_from in ('scheduled', 'running')),
  pause_reason text not null default '',
  -- Next occurrence of a scheduled or recurring one.
  next_at timestamptz,
  -- Steps so far; the number of the newest send.
  steps int not null default 0,
  approval text not null default 'none' check (approval in ('none', 'requested', 'approved', 'rejected')),
  approval_by text not null default '',
  cloned_from uuid,
  created_by text not null,
  created_by_user uuid,
  launched_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index campaigns_recent on app.campaigns (org_id, created_at desc, id desc) where deleted_at is null;
create index campaigns_due on app.campaigns (next_at) where status in ('scheduled', 'running') and next_at is not null;
call app.protect_tenant('app.campaigns', 'select, insert, update', 'select, delete');

create table app.campaign_versions (
  org_id uuid not null,
  campaign_id uuid not null,
  version int not null,
  definition jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, campaign_id, version),
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade
);
call app.protect_tenant('app.campaign_versions', 'select, insert', 'select, delete');

-- One occurrence. The id is a UUIDv7: it names the partition of its recipients.
create table app.campaign_sends (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  step int not null,
  version int not null,
  status text not null check (status in ('building', 'drafting', 'review', 'sending', 'testing', 'paused', 'completed', 'cancelled')),
  -- Where a pause goes back to.
  paused_from text,
  account_id uuid,
  -- Last contact of the snapshot that is in; the snapshot goes by contact id.
  build_cursor uuid,
  built_at timestamptz,
  chunks int not null default 0,
  total int not null default 0,
  -- Of `total`, those in the test of an A/B campaign; they have the chunks of even number, the others those of odd number.
  test_total int not null default 0,
  -- When the snapshot last went on; a sweep takes up one that stands still.
  build_at timestamptz,
  -- The numbers from which automatic pause counts: those at the last resume.
  guard_from jsonb,
  winner smallint,
  winner_due_at timestamptz,
  winner_detail jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id),
  unique (org_id, campaign_id, step),
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade
);
create index campaign_sends_open on app.campaign_sends (status) where status not in ('completed', 'cancelled');
call app.protect_tenant('app.campaign_sends', 'select, insert, update', 'select, update, delete');

-- About 500 recipients that one worker at a time sends. A chunk is leased; each taking raises the epoch, and writes of an earlier one are void.
-- Its counters are the campaign's numbers: every change of a recipient's state changes them in the same statement's transaction.
create table app.campaign_chunks (
  org_id uuid not null,
  send_id uuid not null,
  chunk int not null,
  -- held: waits for the winner of an A/B test; ready, leased, done.
  status text not null default 'ready' check (status in ('held', 'ready', 'leased', 'done')),
  epoch int not null default 0,
  lease_owner text,
  lease_until timestamptz,
  next_at timestamptz,
  -- When a queued job will take it up; null: no job is on its way.
  job_at timestamptz,
  recoveries int not null default 0,
  total int not null default 0,
  -- So much of `sent` is in the meter.
  metered int not null default 0,
  sent int not null default 0,
  delivered int not null default 0,
  opened int not null default 0,
  clicked int not null default 0,
  responded int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  unsubscribed int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  held int not null default 0,
  -- Second copies that a crash may have caused, every one with the identity of the first.
  repeats int not null default 0,
  cost_micros bigint not null default 0,
  primary key (org_id, send_id, chunk),
  foreign key (org_id, send_id) references app.campaign_sends on delete cascade
) with (fillfactor = 50);
create index campaign_chunks_leases on app.campaign_chunks (lease_until) where status = 'leased';
call app.protect_tenant('app.campaign_chunks', 'select, insert, update', 'select, update, delete');

-- The effect ledger of campaigns (ADR 16): one row per (campaign, contact, step), written before the message, settled after it.
create table app.campaign_recipients (
  org_id uuid not null,
  send_id uuid not null,
  contact_id uuid not null,
  campaign_id uuid not null,
  chunk int not null,
  variant smallint not null default 0,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'delivered', 'opened', 'clicked', 'responded',
    'bounced', 'complained', 'unsubscribed', 'failed', 'skipped', 'held')),
  -- Why skipped, failed, bounced or held.
  reason text,
  detail text,
  address text not null default '',
  -- The provider's name for the message, where it gives one.
  provider_id text,
  attempts smallint not null default 0,
  copies smallint not null default 0,
  next_at timestamptz,
  -- First put off by a server: after 72 hours of that it is given up.
  tried_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  responded_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (org_id, send_id, contact_id)
) partition by range (send_id);
create index campaign_recipients_open on app.campaign_recipients (org_id, send_id, chunk) where status in ('queued', 'sending');
create index campaign_recipients_contact on app.campaign_recipients (org_id, contact_id, send_id);
create index campaign_recipients_provider on app.campaign_recipients (org_id, provider_id) where provider_id is not null;
call app.protect_tenant('app.campaign_recipients', 'select, insert, update, delete', 'select, delete');

-- What came back, one row an event, machines' included and marked.
create table app.campaign_events (
  org_id uuid not null,
  id uuid not null,
  send_id uuid not null,
  contact_id uuid not null,
  type text not null check (type in ('delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained', 'unsubscribed', 'failed')),
  at timestamptz not null default now(),
  -- A scanner, a prefetching mail service, a test: kept, never counted, never acted on.
  machine boolean not null default false,
  link int,
  detail text not null default '',
  primary key (org_id, id)
) partition by range (id);
create index campaign_events_send on app.campaign_events (org_id, send_id, at);
create index campaign_events_contact on app.campaign_events (org_id, contact_id, at);
call app.protect_tenant('app.campaign_events', 'select, insert, update, delete', 'select, delete');

create table app.campaign_links (
  org_id uuid not null,
  campaign_id uuid not null,
  version int not null,
  no int not null,
  url text not null,
  primary key (org_id, campaign_id, version, no),
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade
);
call app.protect_tenant('app.campaign_links', 'select, insert', 'select, delete');

-- Messages that an agent wrote for one recipient, waiting for review or approved.
create table app.campaign_drafts (
  org_id uuid not null,
  send_id uuid not null,
  contact_id uuid not null,
  status text not null check (status in ('waiting', 'writing', 'written', 'approved', 'rejected', 'failed')),
  subject text not null default '',
  body text not null default '',
  run_id uuid,
  cost_micros bigint not null default 0,
  detail text not null default '',
  updated_at timestamptz not null default now(),
  primary key (org_id, send_id, contact_id),
  foreign key (org_id, send_id) references app.campaign_sends on delete cascade
);
create index campaign_drafts_run on app.campaign_drafts (org_id, run_id) where run_id is not null;
call app.protect_tenant('app.campaign_drafts', 'select, insert, update, delete', 'select, delete');

-- The last dry run of each campaign: the real audience gone through without sending. Names contacts by id only.
create table app.campaign_dry_runs (
  org_id uuid not null,
  campaign_id uuid not null,
  -- A newer dry run takes the place of an older one, whose job then stops.
  id uuid not null,
  version int not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  examined int not null default 0,
  total int not null default 0,
  result jsonb,
  message text not null default '',
  created_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, campaign_id),
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade
);
call app.protect_tenant('app.campaign_dry_runs', 'select, insert, update, delete', 'select, delete');

-- An agent also runs for a campaign.
alter table app.runs drop constraint runs_trigger_check;
alter table app.runs add constraint runs_trigger_check check (trigger in ('web', 'api', 'campaign'));

do $$
declare definition text := pg_get_functiondef('app.ensure_partitions(int)'::regprocedure);
begin
  execute replace(definition, $q$'run_events']$q$, $q$'run_events', 'contact_events', 'campaign_recipients', 'campaign_events']$q$);
end $$;
select app.ensure_partitions(3);
