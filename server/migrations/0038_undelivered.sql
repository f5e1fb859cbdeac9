-- Of `failed`, those that had been handed over before: they count as sent, too.
alter table app.campaign_chunks add column undelivered int not null default 0;
update app.campaign_chunks k set undelivered = late.n
  from (select org_id, send_id, chunk, count(*)::int as n from app.campaign_recipients
        where status = 'failed' and sent_at is not null group by org_id, send_id, chunk) late
  where k.org_id = late.org_id and k.send_id = late.send_id and k.chunk = late.chunk;

-- A receiver says that it is still trying; somebody had a message that failed sent once more.
alter table app.campaign_events drop constraint campaign_events_type_check;
alter table app.campaign_events add constraint campaign_events_type_check check (type in ('delivered', 'opened', 'clicked', 'responded',
  'bounced', 'complained', 'unsubscribed', 'failed', 'delayed', 'retried'));
