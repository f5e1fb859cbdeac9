-- What the invoice registration portal answered for an issued invoice. Kept apart: an issued invoice is frozen.
create table app.sales_e_invoices (
  org_id uuid not null references auth.organizations on delete cascade,
  invoice_id uuid not null,
  irn text not null check (irn ~ '^[0-9a-f]{64}$'),
  ack_number text not null,
  ack_date date not null,
  signed_qr text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, invoice_id),
  unique (org_id, irn),
  foreign key (org_id, invoice_id) references app.sales_invoices on delete cascade
);
call app.protect_tenant('app.sales_e_invoices', 'select, insert, update');
