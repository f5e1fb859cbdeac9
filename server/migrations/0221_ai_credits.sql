-- Prepaid AI credits: bought by an order, spent on what models cost plus the operator's margin, and worth nothing after a year.
alter table app.plan_versions add column model_margin_percent int not null default 0 check (model_margin_percent between 0 and 500);
update app.plan_versions set model_margin_percent = case plan_type when 'FREE' then 20 when 'CONQUEROR' then 15 when 'EMPEROR' then 10 else 5 end;

alter table app.payment_orders drop constraint payment_orders_purpose_check;
alter table app.payment_orders
  add constraint payment_orders_purpose_check check (purpose in ('SUBSCRIPTION', 'CONTRIBUTION', 'CREDITS')),
  -- Ordered by the organization's standing wish, not by a person at that moment.
  add column is_automatic boolean not null default false;

alter table app.ledger_entries drop constraint ledger_entries_cause_kind_check;
alter table app.ledger_entries add constraint ledger_entries_cause_kind_check
  check (cause_kind in ('order', 'payment', 'unused', 'refund', 'credit-draw', 'credit-expiry'));

-- What each top-up is still worth. Minor units, without the tax that was paid with it.
create table app.credit_lots (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  order_id uuid not null,
  amount bigint not null check (amount > 0),
  -- "left" is a word of SQL.
  unspent bigint not null check (unspent between 0 and amount),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, order_id),
  foreign key (org_id, order_id) references app.payment_orders on delete cascade
);
create index credit_lots_unspent on app.credit_lots (org_id, expires_at) where unspent > 0;
call app.protect_tenant('app.credit_lots', 'select, insert, update', 'select');

-- How much of a month's model cost has been looked at, and what was taken for it.
create table app.credit_charges (
  org_id uuid not null references auth.organizations on delete cascade,
  month date not null,
  cost_micros bigint not null,
  amount bigint not null default 0,
  primary key (org_id, month)
);
call app.protect_tenant('app.credit_charges', 'select, insert, update');

create table app.credit_settings (
  org_id uuid primary key references auth.organizations on delete cascade,
  -- The balance at which the owners are told; null: never.
  low_at bigint check (low_at > 0),
  -- What is bought by itself at that balance, and the most of it in a month; null: nothing.
  auto_amount bigint check (auto_amount > 0),
  auto_cap bigint check (auto_cap >= auto_amount),
  told_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((auto_amount is null) = (auto_cap is null)),
  check (auto_amount is null or low_at is not null)
);
call app.protect_tenant('app.credit_settings', 'select, insert, update', 'select');
