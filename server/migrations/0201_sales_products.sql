create table app.sales_products (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  sku text not null,
  code text not null,
  unit_price bigint not null check (unit_price >= 0),
  currency text not null,
  -- Price in other currencies: [{ currency, unitPrice }].
  prices jsonb not null default '[]',
  tax_basis_points int not null check (tax_basis_points between 0 and 10000),
  -- Thousandths that are there; null: not counted.
  stock bigint check (stock >= 0),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index sales_products_sku on app.sales_products (org_id, lower(sku)) where sku <> '';
create index sales_products_name on app.sales_products (org_id, lower(name), id);
call app.protect_tenant('app.sales_products', 'select, insert, update');

alter table app.sales_order_lines add column product_id uuid, add foreign key (org_id, product_id) references app.sales_products;
alter table app.sales_invoice_lines add column product_id uuid, add foreign key (org_id, product_id) references app.sales_products;
alter table app.sales_quotation_lines add column product_id uuid, add foreign key (org_id, product_id) references app.sales_products;
create index sales_order_lines_product on app.sales_order_lines (org_id, product_id) where product_id is not null;
create index sales_invoice_lines_product on app.sales_invoice_lines (org_id, product_id) where product_id is not null;
create index sales_quotation_lines_product on app.sales_quotation_lines (org_id, product_id) where product_id is not null;
