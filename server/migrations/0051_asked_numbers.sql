-- Which number was asked to answer YES about a consent that waits, as suppressions know it, and when: a YES of another one confirms nothing.
alter table app.consents
  add column asked_hash bytea,
  add column asked_at timestamptz;
-- No number is asked twice within a month, as whichever contact.
create index consents_asked on app.consents (org_id, asked_hash, asked_at) where asked_hash is not null;
-- What waits already: for the contact's number, unless that may be another one since the question.
update app.consents c set asked_hash = found.hash, asked_at = found.at
from (
  select distinct on (w.org_id, w.contact_id, w.purpose) w.org_id, w.contact_id, w.purpose, k.phone_hash as hash, e.at
  from app.consents w
  join app.contacts k on k.org_id = w.org_id and k.id = w.contact_id and k.phone_hash is not null
  join app.contact_events e on e.org_id = w.org_id and e.contact_id = w.contact_id and e.type = 'consent.asked' and e.data ->> 'channel' = 'sms'
  where w.channel = 'sms' and w.status = 'pending' and not exists (
    select 1 from app.contact_events m where m.org_id = w.org_id and m.contact_id = w.contact_id and m.at >= e.at
      and (m.type = 'contact.merged' or m.type = 'contact.changed' and m.data -> 'changes' @> '[{"field": "phone"}]'))
  order by w.org_id, w.contact_id, w.purpose, e.at desc
) found
where found.org_id = c.org_id and found.contact_id = c.contact_id and found.purpose = c.purpose and c.channel = 'sms';
