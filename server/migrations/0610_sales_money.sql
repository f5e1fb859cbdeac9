-- Discounts, units, kinds of supply, partial invoices, credit balances and what accountants file.

-- A line: its unit, what is taken off it, why it bears no tax, which line of the order it invoices, and its value after the document's discount.
do $$
declare
  lines text;
begin
  foreach lines in array array['sales_quotation_lines', 'sales_order_lines', 'sales_invoice_lines'] loop
    execute format('alter table app.%I
      add column unit text not null default '''',
      add column discount_basis_points int not null default 0 check (discount_basis_points between 0 and 10000),
      add column discount_amount bigint not null default 0 check (discount_amount >= 0),
      add column tax_category text not null default ''standard'' check (tax_category in (''standard'', ''nil'', ''exempt'', ''outside'')),
      add column order_line int,
      add column taxable bigint', lines);
  end loop;
end $$;
alter table app.sales_invoice_lines disable trigger keep_recorded;
update app.sales_quotation_lines set taxable = amount;
update app.sales_order_lines set taxable = amount;
update app.sales_invoice_lines set taxable = amount;
-- Until now an order became one invoice with the same lines.
update app.sales_invoice_lines l set order_line = l.position
from app.sales_invoices i where i.org_id = l.org_id and i.id = l.document_id and i.order_id is not null
  and exists (select from app.sales_order_lines o where o.org_id = i.org_id and o.document_id = i.order_id and o.position = l.position);
alter table app.sales_invoice_lines enable trigger keep_recorded;
alter table app.sales_quotation_lines alter column taxable set not null;
alter table app.sales_order_lines alter column taxable set not null;
alter table app.sales_invoice_lines alter column taxable set not null;

-- A document: the customer's country, the kind of supply, and the discount on the whole of it.
do $$
declare
  documents text;
begin
  foreach documents in array array['sales_quotations', 'sales_orders', 'sales_invoices'] loop
    execute format('alter table app.%I
      add column customer_country text not null default '''',
      add column supply_type text not null default ''regular''
        check (supply_type in (''regular'', ''export'', ''export-lut'', ''sez'', ''sez-lut'', ''deemed-export'', ''intra-community'')),
      add column discount_basis_points int not null default 0 check (discount_basis_points between 0 and 10000),
      add column discount_amount bigint not null default 0 check (discount_amount >= 0),
      add column discount bigint not null default 0', documents);
  end loop;
end $$;

alter table app.sales_invoices
  add column buyer_reference text not null default '',
  -- Millionths of the organization's currency for one unit of the invoice's.
  add column exchange_rate_micros bigint check (exchange_rate_micros > 0),
  -- Of what was paid and then credited, what went to the customer's credit balance.
  add column released bigint not null default 0 check (released >= 0);
-- An invoice that was credited in full is not void: both stand in the return of their own month.
alter table app.sales_invoices drop constraint sales_invoices_status_check;
alter table app.sales_invoices add constraint sales_invoices_status_check
  check (status in ('Draft', 'Pending', 'Paid', 'Overdue', 'Credited', 'Void'));
update app.sales_invoices set status = 'Credited' where status = 'Void' and credited > 0;
drop trigger keep_issued on app.sales_invoices;
create trigger keep_issued before update or delete on app.sales_invoices for each row
  execute function app.keep_frozen('an issued invoice', 'paid,credited,released,payment_method,void_reason,recurring_id,recurring_on', '');

alter table app.sales_credit_notes add column discount bigint not null default 0;
alter table app.sales_payments add column withheld bigint not null default 0 check (withheld >= 0 and withheld <= amount);

alter table app.sales_products
  add column unit text not null default '',
  add column tax_category text not null default 'standard' check (tax_category in ('standard', 'nil', 'exempt', 'outside'));

alter table app.sales_settings
  add column is_composition boolean not null default false,
  add column lut_number text not null default '',
  add column iban text not null default '',
  add column bic text not null default '',
  add column receipt_prefix text not null default 'RV',
  -- Numbers of the organization's own chart by our accounts: { "sales:income": "4400" }.
  add column accounts jsonb not null default '{}';

alter table app.sales_recurring add column interval_count int not null default 1 check (interval_count between 1 and 60);

-- What an organization owes to customers: advances, overpayments and credit notes of paid invoices, less what was applied or paid back.
create table app.sales_credit_moves (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  contact_id uuid,
  customer text not null,
  kind text not null check (kind in ('advance', 'overpaid', 'credited', 'applied', 'refunded')),
  currency text not null,
  -- More than zero: owed to the customer.
  amount bigint not null check (amount <> 0),
  date date not null,
  -- Receipt voucher of an advance.
  number text check (length(number) <= 16),
  -- Where it came from, or what it was applied to.
  invoice_id uuid,
  method text not null default '',
  reference text not null default '',
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, contact_id) references app.contacts on delete set null (contact_id),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade,
  check ((kind in ('applied', 'refunded')) = (amount < 0)),
  check ((kind = 'advance') = (number is not null))
);
create index sales_credit_moves_contact on app.sales_credit_moves (org_id, contact_id, currency) where contact_id is not null;
create index sales_credit_moves_invoice on app.sales_credit_moves (org_id, invoice_id) where invoice_id is not null;
call app.protect_tenant('app.sales_credit_moves', 'select, insert, update');

-- What customers paid online beyond what was due, until now beside the invoice alone.
insert into app.sales_credit_moves (org_id, id, contact_id, customer, kind, currency, amount, date, invoice_id, method, reference)
select c.org_id, uuidv7(), i.contact_id, i.customer, 'overpaid', c.currency, c.unapplied, (c.updated_at at time zone 'UTC')::date, i.id, 'Online', coalesce(c.payment_id, '')
from app.sales_checkouts c join app.sales_invoices i on i.org_id = c.org_id and i.id = c.invoice_id where c.unapplied > 0;
-- Invoices that were paid and then credited: what is less than nothing of them is owed to the customer.
insert into app.sales_credit_moves (org_id, id, contact_id, customer, kind, currency, amount, date, invoice_id)
select i.org_id, uuidv7(), i.contact_id, i.customer, 'credited', i.currency, i.paid + i.credited - i.amount, (i.updated_at at time zone 'UTC')::date, i.id
from app.sales_invoices i where i.number is not null and i.paid + i.credited > i.amount;
update app.sales_invoices set released = paid + credited - amount where number is not null and paid + credited > amount;

alter table app.ledger_entries drop constraint ledger_entries_cause_kind_check;
alter table app.ledger_entries add constraint ledger_entries_cause_kind_check check (cause_kind in
  ('order', 'payment', 'fee', 'unused', 'refund', 'credit-draw', 'credit-expiry', 'sales-invoice', 'sales-void', 'sales-credit-note', 'sales-payment', 'sales-credit'));
with entries as (
  insert into app.ledger_entries (org_id, id, cause_kind, cause_id, currency)
  select m.org_id, uuidv7(), 'sales-credit', m.id::text, m.currency from app.sales_credit_moves m where m.kind = 'credited'
  returning org_id, id, cause_id
)
insert into app.ledger_postings (org_id, entry_id, line, account, amount)
select e.org_id, e.id, l.line, l.account, l.amount
from entries e join app.sales_credit_moves m on m.org_id = e.org_id and m.id::text = e.cause_id,
  lateral (values (1, 'sales:receivable', m.amount), (2, 'sales:overpaid', -m.amount)) as l (line, account, amount);

-- A move stays; an erased contact leaves its name there.
create function app.keep_credit_move() returns trigger language plpgsql set search_path = pg_catalog, app as $$
begin
  if tg_op = 'DELETE' and (pg_trigger_depth() > 1 or old.org_id::text = current_setting('app.erased_org', true)) then return old; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - array['contact_id', 'customer', 'reference'] is not distinct from to_jsonb(old) - array['contact_id', 'customer', 'reference'] then
    return new;
  end if;
  raise exception 'a credit of a customer cannot be changed' using errcode = 'integrity_constraint_violation';
end $$;
revoke all on function app.keep_credit_move() from public;
create trigger keep_recorded before update or delete on app.sales_credit_moves for each row execute function app.keep_credit_move();

-- Statements of bank accounts, by the digest of their file, and their lines: an entry that another statement brought is the same one.
create table app.sales_bank_statements (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  file_name text not null,
  format text not null check (format in ('camt.053', 'MT940', 'OFX')),
  digest text not null,
  account text not null,
  currency text not null,
  first_on date,
  last_on date,
  closing bigint,
  lines int not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, digest)
);
call app.protect_tenant('app.sales_bank_statements', 'select, insert');

create table app.sales_bank_lines (
  org_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  -- Of the account and the entry: the bank's own reference where it has one, else all that is said of it.
  fingerprint text not null,
  date date not null,
  -- More than zero: money that came.
  amount bigint not null,
  currency text not null,
  party text not null,
  party_account text not null,
  text text not null,
  status text not null default 'Open' check (status in ('Open', 'Matched', 'Ignored')),
  invoice_id uuid,
  payment_id uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, fingerprint),
  foreign key (org_id, statement_id) references app.sales_bank_statements on delete cascade,
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade,
  check ((status = 'Matched') = (invoice_id is not null))
);
create index sales_bank_lines_statement on app.sales_bank_lines (org_id, statement_id);
create index sales_bank_lines_open on app.sales_bank_lines (org_id, id desc) where status = 'Open';
create index sales_bank_lines_invoice on app.sales_bank_lines (org_id, invoice_id) where invoice_id is not null;
call app.protect_tenant('app.sales_bank_lines', 'select, insert, update');

-- What an organization owes its suppliers, read from incoming e-invoices or typed.
create table app.sales_expenses (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  status text not null default 'Draft' check (status in ('Draft', 'Recorded')),
  supplier text not null,
  supplier_tax_id text not null,
  supplier_country text not null,
  number text not null,
  date date not null,
  due_date date,
  currency text not null,
  net bigint not null,
  tax bigint not null,
  amount bigint not null,
  notes text not null,
  -- [{ description, quantity, unitPrice, amount, taxBasisPoints }]
  lines jsonb not null default '[]',
  -- Syntax of the e-invoice; empty: typed.
  source text not null default '' check (source in ('', 'UBL', 'CII', 'Factur-X')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
-- An invoice of a supplier is an expense once.
create unique index sales_expenses_number on app.sales_expenses (org_id, lower(supplier_tax_id), lower(supplier), lower(number), date) where number <> '';
create index sales_expenses_date on app.sales_expenses (org_id, date desc, id desc);
call app.protect_tenant('app.sales_expenses', 'select, insert, update, delete');
