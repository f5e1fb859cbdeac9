create table app.sales_recurring (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  status text not null default 'Active' check (status in ('Active', 'Paused', 'Ended')),
  contact_id uuid,
  customer text not null,
  -- The contents of each invoice as the API takes them.
  body jsonb not null,
  currency text not null,
  amount bigint not null,
  every text not null check (every in ('week', 'month', 'year')),
  starts_on date not null,
  -- How many were made, also the place of the next one: dates are counted from the first, so that month ends stay month ends.
  made int not null default 0,
  next_on date,
  ends_on date,
  mode text not null check (mode in ('draft', 'send')),
  -- Why it was paused.
  failure text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references app.contacts on delete set null (contact_id)
);
create index sales_recurring_contact on app.sales_recurring (org_id, contact_id) where contact_id is not null;
create index sales_recurring_next on app.sales_recurring (org_id, next_on) where status = 'Active';
call app.protect_tenant('app.sales_recurring', 'select, insert, update, delete', 'select');

alter table app.sales_invoices
  add column recurring_id uuid,
  -- The day it was due to be made: one invoice for each.
  add column recurring_on date,
  add foreign key (org_id, recurring_id) references app.sales_recurring on delete set null (recurring_id),
  add constraint sales_invoices_recurring unique (org_id, recurring_id, recurring_on);

create or replace function app.keep_issued_invoice() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  moving text[] := array['status', 'paid', 'credited', 'payment_method', 'void_reason', 'contact_id', 'recurring_id', 'recurring_on', 'updated_at'];
begin
  if old.number is null then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 then return old; end if;
    raise exception 'an issued invoice cannot be deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving then
    raise exception 'an issued invoice cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
