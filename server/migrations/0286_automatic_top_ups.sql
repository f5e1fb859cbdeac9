-- The payer let the provider keep the way of payment of this order, for top-ups without a person.
alter table app.payment_orders add column keeps_mandate boolean not null default false;
-- Why the last automatic top-up did not happen; the owner was told then.
alter table app.credit_settings
  add column failed_at timestamptz,
  add column failure text check (failure in ('cap', 'mandate', 'refused')),
  add check ((failed_at is null) = (failure is null));
