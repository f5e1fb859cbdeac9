-- What add-ons bought within a period are worth over the whole of it, so that an upgrade credits what is unused of them.
alter table app.subscriptions add column add_on_value bigint not null default 0 check (add_on_value >= 0);
alter table app.payment_orders add column period_value bigint not null default 0 check (period_value >= 0);
