-- Further ways to pay, refunds, and the operator's invoices.
alter table app.payment_orders drop constraint payment_orders_provider_check;
alter table app.payment_orders
  add constraint payment_orders_provider_check check (provider in ('sandbox', 'razorpay', 'stripe', 'bank')),
  add column refunded bigint not null default 0,
  -- When the provider was last asked for a payment that it may not have reported.
  add column checked_at timestamptz,
  -- A bank transfer: the operator saw the money on the account.
  add column received_at timestamptz,
  add column received_by text,
  add check (refunded between 0 and amount);
create index payment_orders_open on app.payment_orders (created_at) where status in ('created', 'attempted');
grant select, update (checked_at, received_at, received_by) on app.payment_orders to imperium_system;
grant update (period_end, due_at, stage, status, updated_at) on app.subscriptions to imperium_system;

create table app.payment_refunds (
  org_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- Pending: the provider is told, again where it did not answer, under the id of this row.
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  provider_refund_id text,
  failure text,
  requested_by text not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, order_id) references app.payment_orders on delete cascade
);
create index payment_refunds_order on app.payment_refunds (org_id, order_id);
create unique index payment_refunds_provider on app.payment_refunds (provider_refund_id) where provider_refund_id is not null;
create index payment_refunds_pending on app.payment_refunds (created_at) where status = 'pending';
call app.protect_tenant('app.payment_refunds', 'select, insert, update', 'select, insert');

-- The operator's own number series. A row stays locked until its document is committed, so that numbers have no gaps.
create table app.operator_series (
  prefix text not null,
  period text not null,
  last_number int not null,
  primary key (prefix, period)
);
alter table app.operator_series enable row level security;
alter table app.operator_series force row level security;
create policy all_rows on app.operator_series to imperium_auth using (true) with check (true);
grant select, insert, update on app.operator_series to imperium_auth;

-- The operator's invoices and credit notes. They stay when the organization is erased: accounts are kept for years.
create table app.operator_invoices (
  id uuid primary key,
  customer uuid not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  number text not null unique check (length(number) <= 16),
  order_id uuid not null,
  refund_id uuid unique,
  date date not null,
  currency text not null,
  taxable bigint not null,
  tax bigint not null,
  amount bigint not null check (amount > 0),
  -- Seller, customer, line and taxes, as they were on the day of issue.
  document jsonb not null,
  created_at timestamptz not null default now(),
  check ((kind = 'credit-note') = (refund_id is not null)),
  check (taxable + tax = amount)
);
create unique index operator_invoices_order on app.operator_invoices (order_id) where kind = 'invoice';
create index operator_invoices_customer on app.operator_invoices (customer, created_at desc);
alter table app.operator_invoices enable row level security;
alter table app.operator_invoices force row level security;
create policy of_customer on app.operator_invoices to imperium_app using (customer = app.current_org()) with check (customer = app.current_org());
create policy all_rows on app.operator_invoices for select to imperium_system using (true);
grant select, insert on app.operator_invoices to imperium_app;
grant select on app.operator_invoices to imperium_system;
create function app.keep_operator_invoice() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  raise exception 'an issued invoice cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger frozen before update or delete on app.operator_invoices for each row execute function app.keep_operator_invoice();
