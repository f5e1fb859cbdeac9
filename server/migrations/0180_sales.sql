-- Sales orders and invoices of organizations. Amounts are integer minor units; quantities are thousandths; rates are hundredths of a percent.
create table app.sales_settings (
  org_id uuid primary key references auth.organizations on delete cascade,
  currency text not null,
  tax_regime text not null check (tax_regime in ('NONE', 'GST', 'VAT')),
  tax_id text not null,
  round_total boolean not null,
  order_prefix text not null,
  invoice_prefix text not null,
  credit_prefix text not null,
  year_start_month int not null check (year_start_month between 1 and 12),
  payment_days int not null,
  footer text not null,
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.sales_settings', 'select, insert, update');

-- The last number of each series and financial year. Its row is locked until the document is committed, so numbers have no gaps.
create table app.sales_series (
  org_id uuid not null references auth.organizations on delete cascade,
  prefix text not null,
  period text not null,
  last_number int not null,
  primary key (org_id, prefix, period)
);
call app.protect_tenant('app.sales_series', 'select, insert, update');

create table app.sales_orders (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  number text not null check (length(number) <= 16),
  status text not null default 'Pending' check (status in ('Pending', 'Confirmed', 'Completed', 'Cancelled')),
  contact_id uuid,
  customer text not null,
  customer_email text not null,
  customer_address text not null,
  customer_tax_id text not null,
  place_of_supply text,
  currency text not null,
  date date not null,
  notes text not null,
  items int not null,
  subtotal bigint not null,
  taxes jsonb not null,
  tax bigint not null,
  round_off bigint not null,
  amount bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, contact_id) references app.contacts on delete set null (contact_id)
);
create index sales_orders_contact on app.sales_orders (org_id, contact_id) where contact_id is not null;
create index sales_orders_status on app.sales_orders (org_id, status, id desc);
call app.protect_tenant('app.sales_orders', 'select, insert, update');

create table app.sales_order_lines (
  org_id uuid not null,
  order_id uuid not null,
  position int not null,
  description text not null,
  code text not null,
  thousandths bigint not null check (thousandths > 0),
  unit_price bigint not null,
  tax_basis_points int not null,
  amount bigint not null,
  primary key (org_id, order_id, position),
  foreign key (org_id, order_id) references app.sales_orders on delete cascade
);
call app.protect_tenant('app.sales_order_lines', 'select, insert, delete');

create table app.sales_invoices (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- Null: a draft.
  number text check (length(number) <= 16),
  status text not null default 'Draft' check (status in ('Draft', 'Pending', 'Paid', 'Overdue', 'Void')),
  order_id uuid,
  contact_id uuid,
  customer text not null,
  customer_email text not null,
  customer_address text not null,
  customer_tax_id text not null,
  place_of_supply text,
  currency text not null,
  date date,
  due_date date,
  notes text not null,
  reverse_charge boolean not null default false,
  subtotal bigint not null,
  taxes jsonb not null,
  tax bigint not null,
  round_off bigint not null,
  amount bigint not null,
  -- Who sold, as it was on the day of issue.
  seller jsonb,
  paid bigint not null default 0,
  credited bigint not null default 0 check (credited <= amount),
  payment_method text,
  void_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, order_id) references app.sales_orders,
  foreign key (org_id, contact_id) references app.contacts on delete set null (contact_id),
  check ((status = 'Draft') = (number is null)),
  check (number is null or (date is not null and due_date is not null and seller is not null))
);
create index sales_invoices_contact on app.sales_invoices (org_id, contact_id) where contact_id is not null;
create index sales_invoices_order on app.sales_invoices (org_id, order_id) where order_id is not null;
create index sales_invoices_status on app.sales_invoices (org_id, status, id desc);
create index sales_invoices_due on app.sales_invoices (org_id, due_date) where status = 'Pending';
call app.protect_tenant('app.sales_invoices', 'select, insert, update, delete', 'select');

create table app.sales_invoice_lines (
  org_id uuid not null,
  invoice_id uuid not null,
  position int not null,
  description text not null,
  code text not null,
  thousandths bigint not null check (thousandths > 0),
  unit_price bigint not null,
  tax_basis_points int not null,
  amount bigint not null,
  primary key (org_id, invoice_id, position),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade
);
call app.protect_tenant('app.sales_invoice_lines', 'select, insert, delete');

create table app.sales_payments (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  date date not null,
  amount bigint not null check (amount > 0),
  method text not null,
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade
);
create index sales_payments_invoice on app.sales_payments (org_id, invoice_id);
call app.protect_tenant('app.sales_payments', 'select, insert');

create table app.sales_credit_notes (
  org_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  number text not null check (length(number) <= 16),
  date date not null,
  reason text not null,
  -- As computed: [{ position, description, code, thousandths, unit_price, tax_basis_points, amount }].
  lines jsonb not null,
  subtotal bigint not null,
  taxes jsonb not null,
  tax bigint not null,
  round_off bigint not null,
  amount bigint not null check (amount >= 0),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade
);
create index sales_credit_notes_invoice on app.sales_credit_notes (org_id, invoice_id);
call app.protect_tenant('app.sales_credit_notes', 'select, insert');

-- An issued invoice changes only in what happens to it. It is deleted only with its organization, by the foreign key (depth 2).
create function app.keep_issued_invoice() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  moving text[] := array['status', 'paid', 'credited', 'payment_method', 'void_reason', 'contact_id', 'updated_at'];
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
create trigger keep_issued before update or delete on app.sales_invoices for each row execute function app.keep_issued_invoice();

create function app.keep_issued_lines() returns trigger language plpgsql set search_path = pg_catalog, app as $$
declare
  about record;
begin
  if tg_op = 'INSERT' then about := new; else about := old; end if;
  if pg_trigger_depth() = 1 and exists (
    select from app.sales_invoices i where i.org_id = about.org_id and i.id = about.invoice_id and i.number is not null
  ) then
    raise exception 'lines of an issued invoice cannot be changed' using errcode = 'integrity_constraint_violation';
  end if;
  return about;
end $$;
create trigger keep_issued before insert or delete on app.sales_invoice_lines for each row execute function app.keep_issued_lines();

-- What was recorded stays: payments, credit notes, and lines, which are replaced and never changed.
create function app.keep_recorded() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'a recorded sales document cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger keep_recorded before update or delete on app.sales_payments for each row execute function app.keep_recorded();
create trigger keep_recorded before update or delete on app.sales_credit_notes for each row execute function app.keep_recorded();
create trigger keep_recorded before update on app.sales_invoice_lines for each row execute function app.keep_recorded();
revoke all on function app.keep_issued_invoice() from public;
revoke all on function app.keep_issued_lines() from public;
revoke all on function app.keep_recorded() from public;
