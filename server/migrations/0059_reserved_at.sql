-- When a chunk last reserved messages of the month: what it does not send goes back to that month, also by whoever finds it after a crash.
alter table app.campaign_chunks add column reserved_at timestamptz;
update app.campaign_chunks set reserved_at = coalesce(lease_until, now()) where metered > sent;
