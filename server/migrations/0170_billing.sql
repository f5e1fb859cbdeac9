-- The operator's catalogue of plans. A change is a new version; organizations keep theirs until they change plan. Prices in minor units.
create table app.plan_versions (
  plan_type text not null check (plan_type in ('FREE', 'CONQUEROR', 'EMPEROR', 'OVERLORD')),
  version int not null check (version > 0),
  currency text not null default 'INR' check (currency ~ '^[A-Z]{3}$'),
  -- Null: agreed with sales. A multiple of five, so that twelve times it times 0.8 is whole.
  monthly_price bigint check (monthly_price >= 0 and monthly_price % 5 = 0),
  max_agents int not null,
  max_users int not null,
  storage_limit_bytes bigint not null,
  api_calls_limit bigint not null,
  messages_limit bigint not null,
  created_at timestamptz not null default now(),
  primary key (plan_type, version)
);
-- Not forced: the keys that refer to it are checked as its owner.
alter table app.plan_versions enable row level security;
create policy of_a_tenant on app.plan_versions for select to imperium_app using (app.current_org() is not null);
create policy all_rows on app.plan_versions for select to imperium_auth, imperium_system using (true);
grant select on app.plan_versions to imperium_app, imperium_auth, imperium_system;
insert into app.plan_versions (plan_type, version, monthly_price, max_agents, max_users, storage_limit_bytes, api_calls_limit, messages_limit) values
  ('FREE', 1, 0, 5, 10, 10 * 1024::bigint * 1024 * 1024, 10000, 250000),
  ('CONQUEROR', 1, 199900, 50, 25, 100 * 1024::bigint * 1024 * 1024, 250000, 2500000),
  ('EMPEROR', 1, 799900, 1000, 100, 1024 * 1024::bigint * 1024 * 1024, 2500000, 25000000),
  ('OVERLORD', 1, null, 20000, 5000, 10240 * 1024::bigint * 1024 * 1024, 50000000, 500000000);

alter table auth.organizations add column plan_version int not null default 1;
alter table auth.organizations add foreign key (plan_type, plan_version) references app.plan_versions;
grant update (plan_version, billing_cycle) on auth.organizations to imperium_system;

-- What is to be paid: written before the provider hears of it, and the only thing that decides what a payment buys.
create table app.payment_orders (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('SUBSCRIPTION', 'CONTRIBUTION')),
  plan_type text,
  plan_version int,
  billing_cycle text not null check (billing_cycle in ('MONTHLY', 'YEARLY', 'ONETIME')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  receipt text not null,
  provider text not null check (provider in ('sandbox', 'razorpay')),
  provider_order_id text,
  payment_id text,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid', 'activated', 'failed')),
  failure text,
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paid_at timestamptz,
  activated_at timestamptz,
  primary key (org_id, id),
  foreign key (plan_type, plan_version) references app.plan_versions,
  check ((purpose = 'SUBSCRIPTION') = (plan_type is not null and plan_version is not null and billing_cycle <> 'ONETIME')),
  check ((status in ('paid', 'activated')) = (paid_at is not null and payment_id is not null)),
  check ((status = 'activated') = (activated_at is not null))
);
create unique index payment_orders_provider on app.payment_orders (provider, provider_order_id);
-- One payment pays one order, of whatever organization.
create unique index payment_orders_payment on app.payment_orders (provider, payment_id);
create index payment_orders_recent on app.payment_orders (org_id, created_at desc, id desc);
create index payment_orders_created_by on app.payment_orders (created_by) where created_by is not null;
call app.protect_tenant('app.payment_orders', 'select, insert, update', 'select (org_id, id, provider, provider_order_id)');

-- Calls of providers that were taken: the same call has no second effect.
create table app.payment_events (
  org_id uuid not null,
  provider text not null,
  event_id text not null,
  kind text not null,
  order_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (org_id, provider, event_id),
  foreign key (org_id, order_id) references app.payment_orders on delete cascade
);
create index payment_events_order on app.payment_events (org_id, order_id);
call app.protect_tenant('app.payment_events', 'select, insert');

-- The period that an organization has paid for; its plan and limits stand in its own row.
create table app.subscriptions (
  org_id uuid primary key references auth.organizations on delete cascade,
  order_id uuid not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  updated_at timestamptz not null default now(),
  foreign key (org_id, order_id) references app.payment_orders on delete cascade
);
create index subscriptions_order on app.subscriptions (org_id, order_id);
call app.protect_tenant('app.subscriptions', 'select, insert, update');

-- The ledger: entries that name their cause, each of at least two postings that add up to nothing. A balance is a sum of postings.
create table app.ledger_entries (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  cause_kind text not null check (cause_kind in ('order', 'payment')),
  cause_id text not null check (cause_id <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  posted_in xid8 not null default pg_current_xact_id(),
  posted_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, cause_kind, cause_id)
);
call app.protect_tenant('app.ledger_entries', 'select, insert');

-- Positive: debit. Negative: credit. In minor units of the entry's currency.
create table app.ledger_postings (
  org_id uuid not null,
  entry_id uuid not null,
  line int not null check (line > 0),
  account text not null check (account ~ '^[a-z]+(:[a-z]+)*$'),
  amount bigint not null check (amount <> 0),
  primary key (org_id, entry_id, line),
  foreign key (org_id, entry_id) references app.ledger_entries on delete cascade
);
create index ledger_postings_account on app.ledger_postings (org_id, account);
call app.protect_tenant('app.ledger_postings', 'select, insert');

create function app.check_ledger_entry() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare entry uuid; total numeric; lines int; own boolean;
begin
  entry := case tg_table_name when 'ledger_entries' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'entry_id')::uuid end;
  select coalesce(sum(p.amount), 0), count(*) into total, lines from app.ledger_postings p where p.org_id = new.org_id and p.entry_id = entry;
  if total <> 0 or lines < 2 then
    raise exception 'ledger entry % does not balance: % in % postings', entry, total, lines using errcode = 'check_violation';
  end if;
  select e.posted_in = pg_current_xact_id() into own from app.ledger_entries e where e.org_id = new.org_id and e.id = entry;
  if not own then raise exception 'ledger entry % is closed', entry using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger balanced after insert on app.ledger_entries deferrable initially immediate
  for each row execute function app.check_ledger_entry();
create constraint trigger balanced after insert on app.ledger_postings deferrable initially immediate
  for each row execute function app.check_ledger_entry();

-- Rows leave only with their whole organization, when it is erased.
create function app.keep_ledger() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  if tg_op = 'DELETE' and old.org_id::text = current_setting('app.erased_org', true) then return old; end if;
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;
create trigger append_only before update or delete on app.ledger_entries for each row execute function app.keep_ledger();
create trigger append_only before update or delete on app.ledger_postings for each row execute function app.keep_ledger();
