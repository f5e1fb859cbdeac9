-- The day of the month that a recurrence keeps: edited in February, one of the 31st goes on to 31 March.
alter table app.sales_recurring add column anchor_day int check (anchor_day between 1 and 31);
update app.sales_recurring set anchor_day = extract(day from starts_on)::int;
alter table app.sales_recurring alter column anchor_day set not null;

-- Payment accounts that an organization replaced while customers could still pay with them; sealed as in the settings.
create table app.sales_former_accounts (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  payment_provider text not null check (payment_provider in ('sandbox', 'razorpay', 'stripe')),
  payment_key_id text not null,
  payment_secret text,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
call app.protect_tenant('app.sales_former_accounts', 'select, insert, delete', 'select, update');

alter table app.sales_checkouts
  -- The account that took it, where it is not the one in force any more.
  add column former_account_id uuid,
  add foreign key (org_id, former_account_id) references app.sales_former_accounts on delete set null (former_account_id);
create index sales_checkouts_former on app.sales_checkouts (org_id, former_account_id) where former_account_id is not null;
