-- When the provider was last told or asked of a refund: one that waits is looked at ever more rarely and holds up no other.
alter table app.payment_refunds add column checked_at timestamptz;
