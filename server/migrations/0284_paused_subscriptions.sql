-- A paused subscription: the limits of FREE meanwhile, and the rest of its period afterwards.
alter table app.subscriptions drop constraint subscriptions_status_check;
alter table app.subscriptions
  add constraint subscriptions_status_check check (status in ('ACTIVE', 'PAST_DUE', 'PAUSED', 'ENDED')),
  add column paused_at timestamptz,
  -- What goes on after the pause.
  add column paused_plan_type text,
  add column paused_plan_version int,
  add column paused_billing_cycle text check (paused_billing_cycle in ('MONTHLY', 'YEARLY')),
  add constraint subscriptions_paused_check check ((status = 'PAUSED') = (paused_at is not null)),
  add check ((paused_at is null) = (paused_plan_type is null)),
  add check ((paused_at is null) = (paused_plan_version is null)),
  add check ((paused_at is null) = (paused_billing_cycle is null)),
  add foreign key (paused_plan_type, paused_plan_version) references app.plan_versions (plan_type, version);
create index subscriptions_paused_plan on app.subscriptions (paused_plan_type, paused_plan_version) where paused_at is not null;
