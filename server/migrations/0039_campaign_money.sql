-- What a message by this account costs where its provider does not say: micros of a dollar, of a part where it is a text message.
alter table app.channel_accounts add column price_micros bigint check (price_micros between 0 and 100000000);

-- Messages that an agent wrote before the launch, for a look at them. Words and cost stand with the run.
create table app.campaign_samples (
  org_id uuid not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  variant smallint not null default 0,
  -- The version whose pattern the agent was given.
  version int not null,
  run_id uuid not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, campaign_id, run_id),
  foreign key (org_id, campaign_id) references app.campaigns on delete cascade
);
create index campaign_samples_contact on app.campaign_samples (org_id, contact_id);
call app.protect_tenant('app.campaign_samples', 'select, insert, update, delete', 'select, delete');
