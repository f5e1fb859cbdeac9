-- Add-on seats and packs: bought for the rest of a period, and part of the next ones until they are reduced.
create table app.subscription_add_ons (
  org_id uuid not null references auth.organizations on delete cascade,
  add_on text not null check (add_on in ('SEATS', 'CONTACTS', 'MESSAGES', 'RUNS', 'STORAGE')),
  quantity int not null check (quantity between 1 and 10000),
  -- From the next period on.
  next_quantity int not null check (next_quantity between 0 and quantity),
  -- False while the subscription is paused: limits are not raised.
  in_force boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (org_id, add_on)
);
call app.protect_tenant('app.subscription_add_ons', 'select, insert, update, delete', 'select');

alter table app.payment_orders drop constraint payment_orders_purpose_check;
alter table app.payment_orders
  add constraint payment_orders_purpose_check check (purpose in ('SUBSCRIPTION', 'CONTRIBUTION', 'CREDITS', 'ADD_ON')),
  add column add_on text check (add_on in ('SEATS', 'CONTACTS', 'MESSAGES', 'RUNS', 'STORAGE')),
  add column add_on_quantity int check (add_on_quantity > 0),
  -- Add-ons that a period was bought with, for its invoice: {"SEATS": 3}.
  add column add_ons jsonb not null default '{}',
  add check ((purpose = 'ADD_ON') = (add_on is not null)),
  add check ((add_on is null) = (add_on_quantity is null));
