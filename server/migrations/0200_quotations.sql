-- Lines of orders, invoices and quotations have one shape: a line belongs to its document.
alter table app.sales_order_lines rename column order_id to document_id;
alter table app.sales_invoice_lines rename column invoice_id to document_id;

create or replace function app.keep_issued_lines() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  about record;
begin
  if tg_op = 'INSERT' then about := new; else about := old; end if;
  if pg_trigger_depth() = 1 and exists (
    select from app.sales_invoices i where i.org_id = about.org_id and i.id = about.document_id and i.number is not null
  ) then
    raise exception 'lines of an issued invoice cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  return about;
end $$;

alter table app.sales_settings
  add column quotation_prefix text not null default 'QT',
  add column quotation_days int not null default 30,
  -- Colour of headings on documents.
  add column accent text,
  -- PNG of at most 600 x 240 pixels.
  add column logo bytea,
  -- Where customers pay online; the secrets are sealed.
  add column payment_provider text check (payment_provider in ('sandbox', 'razorpay', 'stripe')),
  add column payment_key_id text not null default '',
  add column payment_secret text,
  add column payment_webhook_secret text;

create table app.sales_quotations (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  number text not null check (length(number) <= 16),
  status text not null default 'Draft' check (status in ('Draft', 'Sent', 'Accepted', 'Declined', 'Expired')),
  -- The order that was made of it.
  order_id uuid,
  contact_id uuid,
  customer text not null,
  customer_email text not null,
  customer_address text not null,
  customer_tax_id text not null,
  place_of_supply text,
  currency text not null,
  date date not null,
  valid_until date not null,
  notes text not null,
  items int not null,
  subtotal bigint not null,
  taxes jsonb not null,
  tax bigint not null,
  round_off bigint not null,
  amount bigint not null,
  sent_at timestamptz,
  -- When it was accepted or declined, by whom (a name that the customer typed), and why not.
  decided_at timestamptz,
  decided_by text not null default '',
  decline_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, order_id) references app.sales_orders,
  foreign key (org_id, contact_id) references app.contacts on delete set null (contact_id)
);
create index sales_quotations_contact on app.sales_quotations (org_id, contact_id) where contact_id is not null;
create index sales_quotations_order on app.sales_quotations (org_id, order_id) where order_id is not null;
create index sales_quotations_status on app.sales_quotations (org_id, status, id desc);
create index sales_quotations_valid on app.sales_quotations (org_id, valid_until) where status = 'Sent';
call app.protect_tenant('app.sales_quotations', 'select, insert, update, delete', 'select');

create table app.sales_quotation_lines (
  org_id uuid not null,
  document_id uuid not null,
  position int not null,
  description text not null,
  code text not null,
  thousandths bigint not null check (thousandths > 0),
  unit_price bigint not null,
  tax_basis_points int not null,
  amount bigint not null,
  primary key (org_id, document_id, position),
  foreign key (org_id, document_id) references app.sales_quotations on delete cascade
);
call app.protect_tenant('app.sales_quotation_lines', 'select, insert, delete');

-- What the customer was sent is what they accept: a quotation changes as a draft only, but for what happens to it.
create function app.keep_sent_quotation() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  moving text[] := array['status', 'order_id', 'contact_id', 'sent_at', 'decided_at', 'decided_by', 'decline_reason', 'updated_at'];
  personal text[] := array['customer', 'customer_email', 'customer_address', 'customer_tax_id', 'notes'];
begin
  if old.status = 'Draft' or (tg_op = 'DELETE' and pg_trigger_depth() > 1) then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a sent quotation cannot be deleted' using errcode = 'integrity_constraint_violation';
  end if;
  -- An erased person is taken out, also of what was sent.
  if to_jsonb(new) - moving - personal is distinct from to_jsonb(old) - moving - personal
    or (new.customer <> '–' and to_jsonb(new) - moving is distinct from to_jsonb(old) - moving) then
    raise exception 'a sent quotation cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger keep_sent before update or delete on app.sales_quotations for each row execute function app.keep_sent_quotation();
revoke all on function app.keep_sent_quotation() from public;

-- Secrets are sealed anew under a new encryption key.
create policy sweep on app.sales_settings to imperium_system using (true) with check (true);
grant select (org_id, payment_secret, payment_webhook_secret), update (payment_secret, payment_webhook_secret) on app.sales_settings to imperium_system;
