-- When the last pause ended: the next one waits.
alter table app.subscriptions add column resumed_at timestamptz;
