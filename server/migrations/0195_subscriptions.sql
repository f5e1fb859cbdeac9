-- The life of a subscription: what it is worth, what follows its period, and when the next step is due.
alter table app.payment_orders
  -- What of the price is paid by credit for unused time.
  add column credit bigint not null default 0 check (credit >= 0),
  -- The order of the period whose unused time pays for a part of this one.
  add column based_on uuid;

alter table app.subscriptions
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAST_DUE', 'ENDED')),
  -- The price of the whole period, for the share of it that an upgrade leaves unused. Minor units.
  add column value bigint not null default 0 check (value >= 0),
  -- The day of the month on which periods begin: one of the 31st ends on the 28th and goes on to the 31st.
  add column anchor_day int not null default 1 check (anchor_day between 1 and 31),
  add column next_plan_type text check (next_plan_type in ('FREE', 'CONQUEROR', 'EMPEROR', 'OVERLORD')),
  add column next_billing_cycle text check (next_billing_cycle in ('MONTHLY', 'YEARLY')),
  -- The order that has paid for the next period already.
  add column next_order_id uuid,
  add column stage int not null default 0,
  -- Null: nothing follows.
  add column due_at timestamptz,
  add check ((next_plan_type is null) = (next_billing_cycle is null)),
  add check (next_order_id is null or next_plan_type is not null),
  add foreign key (org_id, next_order_id) references app.payment_orders on delete cascade;
update app.subscriptions s
  set value = o.amount, anchor_day = extract(day from s.period_end at time zone 'UTC')::int, due_at = s.period_end - interval '7 days'
  from app.payment_orders o where o.org_id = s.org_id and o.id = s.order_id;
create index subscriptions_next_order on app.subscriptions (org_id, next_order_id) where next_order_id is not null;
create index subscriptions_due on app.subscriptions (due_at) where due_at is not null;
create policy sweep on app.subscriptions to imperium_system using (true) with check (true);
grant select on app.subscriptions to imperium_system;

alter table app.ledger_entries drop constraint ledger_entries_cause_kind_check;
alter table app.ledger_entries add check (cause_kind in ('order', 'payment', 'unused', 'refund'));
