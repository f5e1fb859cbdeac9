-- Which organization has which coupon: held by an open order until then, or used by a paid one. `uses` counts both.
create table app.coupon_holds (
  org_id uuid not null references auth.organizations on delete cascade,
  code text not null references app.coupons,
  order_id uuid not null,
  -- Null: used.
  held_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, code),
  foreign key (org_id, order_id) references app.payment_orders on delete cascade
);
create index coupon_holds_order on app.coupon_holds (org_id, order_id);
create index coupon_holds_code on app.coupon_holds (code);
create index coupon_holds_ends on app.coupon_holds (held_until) where held_until is not null;
call app.protect_tenant('app.coupon_holds', 'select, insert, update, delete', 'select, delete');
insert into app.coupon_holds (org_id, code, order_id)
  select distinct on (org_id, coupon_code) org_id, coupon_code, id from app.payment_orders
  where coupon_code is not null and status = 'activated' order by org_id, coupon_code, id;

create policy counts_of_a_tenant on app.coupons for update to imperium_app using (app.current_org() is not null) with check (app.current_org() is not null);
grant update (uses) on app.coupons to imperium_app, imperium_system;
