-- Website chats of before 0420 belong to the contact whose address the visitor typed. Nobody proved it: like those of today they are no
-- contact's until a code does. The address stays as a claim, which export and erasure of the person find.
update app.conversations c set contact_id = null
from app.chat_sessions s
where s.org_id = c.org_id and s.conversation_id = c.id and c.channel = 'chat' and c.contact_id is not null and s.email_proved_at is null;
update app.messages m set sender_verified = false
from app.chat_sessions s
join app.conversations c on c.org_id = s.org_id and c.id = s.conversation_id
where m.org_id = s.org_id and m.conversation_id = s.conversation_id and c.channel = 'chat' and m.direction = 'inbound' and m.sender_verified
  and s.email_proved_at is null;
