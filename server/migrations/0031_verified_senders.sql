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
