-- Since when a former payment account refuses to be asked, its key being no longer valid: payments at it may be missing.
alter table app.sales_former_accounts add column failing_since timestamptz;
grant update (failing_since) on app.sales_former_accounts to imperium_app;
