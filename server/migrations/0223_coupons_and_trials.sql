-- Coupons of the operator: a part of one payment for a plan, once for each organization.
create table app.coupons (
  code text primary key check (code ~ '^[A-Z0-9-]{3,40}$'),
  percent int not null check (percent between 1 and 100),
  -- Null: any plan.
  plan_type text check (plan_type in ('CONQUEROR', 'EMPEROR', 'OVERLORD')),
  max_uses int not null check (max_uses > 0),
  uses int not null default 0,
  expires_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null default now()
);
-- Not forced: the key of orders is checked as its owner.
alter table app.coupons enable row level security;
create policy of_a_tenant on app.coupons for select to imperium_app using (app.current_org() is not null);
create policy all_rows on app.coupons to imperium_auth, imperium_system using (true) with check (true);
grant select on app.coupons to imperium_app, imperium_auth, imperium_system;
grant insert on app.coupons to imperium_system;
grant update (uses) on app.coupons to imperium_auth;

alter table app.payment_orders
  add column coupon_code text references app.coupons,
  -- Of the price, taken off by the coupon.
  add column discount bigint not null default 0 check (discount >= 0),
  add check ((coupon_code is null) = (discount = 0));
create index payment_orders_coupon on app.payment_orders (org_id, coupon_code) where coupon_code is not null;
create index payment_orders_coupons on app.payment_orders (coupon_code) where coupon_code is not null;

-- A trial: a period that no order has paid for.
alter table app.subscriptions alter column order_id drop not null;
grant insert, delete on app.subscriptions to imperium_system;
