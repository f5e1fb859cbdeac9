-- The payer chose at a checkout that the plan renews by itself, with the way of payment that the provider keeps.
alter table app.subscriptions add column renews_itself boolean not null default false;
create index subscriptions_renewing on app.subscriptions (period_end) where renews_itself;
