-- Who wrote a mail is what the mail says, until the server that received it has verified it: conversations say which it is. What came in
-- remembers whose it is, so that it goes with the person whatever address they have by then.

alter table app.messages
  -- Inbound mail: the receiving server found the sender's domain authenticated (RFC 8601). Other channels have providers that sign.
  add column sender_verified boolean not null default true;

alter table app.inbound_items
  -- Whose message it was or was about, once that was found out; null where nobody is known.
  add column contact_id uuid,
  add constraint inbound_items_channel check (channel in ('email', 'sms', 'webhook', 'whatsapp'));
create index inbound_items_contact on app.inbound_items (org_id, contact_id) where contact_id is not null;

-- A sending domain's key is replaced without a gap: the next one waits until its record is found, and the earlier one's record stays for mail
-- that is still on its way.
alter table app.sending_domains
  add column next_selector text,
  add column next_public text,
  -- Sealed, like the one in use.
  add column next_sealed text,
  add column old_selector text,
  add column old_public text,
  add constraint sending_domains_next check (num_nulls(next_selector, next_public, next_sealed) in (0, 3)),
  add constraint sending_domains_old check (num_nulls(old_selector, old_public) in (0, 2));
