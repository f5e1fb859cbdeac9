-- Attempts of customers to pay an invoice at the organization's own provider. Written before the provider is called.
create table app.sales_checkouts (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  provider text not null check (provider in ('sandbox', 'razorpay', 'stripe')),
  -- The provider's name of it; null until it answered.
  provider_id text,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'failed')),
  payment_id text,
  -- Of the money that came, what was more than due: to be paid back at the provider.
  unapplied bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, provider, payment_id),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade
);
create index sales_checkouts_invoice on app.sales_checkouts (org_id, invoice_id, id desc);
create index sales_checkouts_open on app.sales_checkouts (org_id, created_at) where status = 'open';
call app.protect_tenant('app.sales_checkouts', 'select, insert, update', 'select');
