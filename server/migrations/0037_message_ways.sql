-- Conversations know the account and the sender that they came in on: answers go out that way. Messages that did not go out, or of which nobody
-- knows, are sent again as they were; what comes back later about one is written down.

alter table app.conversations
  -- Null: the channel's default. One that is taken away is the default from then on.
  add column account_id uuid,
  add column sender_id uuid,
  add constraint conversations_account foreign key (org_id, account_id) references app.channel_accounts on delete set null (account_id),
  add constraint conversations_sender foreign key (org_id, sender_id) references app.senders on delete set null (sender_id);
create index conversations_account on app.conversations (org_id, account_id) where account_id is not null;
create index conversations_sender on app.conversations (org_id, sender_id) where sender_id is not null;

alter table app.messages
  -- What goes out besides the words: template, purpose, HTML. Kept until a provider has taken the message.
  add column delivery jsonb,
  drop constraint messages_status_check,
  -- bounced: accepted, and then reported as not delivered.
  add constraint messages_status check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'held'));

-- The conversations of before, by what came in.
update app.conversations c set account_id = found.account_id
from (
  select distinct on (m.org_id, m.conversation_id) m.org_id, m.conversation_id, i.account_id
  from app.messages m join app.inbound_items i on i.org_id = m.org_id and i.kind = 'message' and i.account_id is not null
    and i.external_id in (m.external_id, 'mail:' || m.external_id)
  where m.direction = 'inbound' and m.external_id is not null
  order by m.org_id, m.conversation_id, m.id desc
) found
where found.org_id = c.org_id and found.conversation_id = c.id and c.channel <> 'webhook';
