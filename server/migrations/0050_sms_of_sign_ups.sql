-- Sign-up forms may ask for text messages: a box of its own, and a question to the number once the mailbox is confirmed.
alter table app.sign_ups
  -- The words beside the box that was ticked, and their language. Null: not ticked.
  add column sms jsonb,
  -- What suppressions know the number by, and when it was asked to answer YES; null until then.
  add column sms_hash bytea,
  add column sms_asked_at timestamptz;
-- No number is asked twice within a month, whoever names it.
create index sign_ups_sms on app.sign_ups (org_id, sms_hash, sms_asked_at) where sms_asked_at is not null;
