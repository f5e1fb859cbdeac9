-- A visitor proves an address by a mailed code. Until then it is a claim: the conversation is no contact's. Conversations of today keep
-- their contact; their addresses count as claims.
alter table app.chat_sessions add column email_proved_at timestamptz;
-- For export and erasure of a person whose address a visitor claimed.
create index chat_sessions_email on app.chat_sessions (org_id, email) where email is not null;

-- The code that was mailed last for a conversation.
create table app.chat_address_codes (
  org_id uuid not null,
  session_id uuid not null,
  email text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  primary key (org_id, session_id),
  foreign key (org_id, session_id) references app.chat_sessions on delete cascade
);
call app.protect_tenant('app.chat_address_codes', 'select, insert, update, delete');

-- The one link to a conversation that stands; a new one, or its reader, ends the one before.
create table app.chat_transcript_links (
  org_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  -- The last message that it shows: what is said later is not in it.
  until_message uuid not null,
  primary key (org_id, session_id),
  foreign key (org_id, session_id) references app.chat_sessions on delete cascade
);
create index chat_transcript_links_token on app.chat_transcript_links (org_id, token_hash);
call app.protect_tenant('app.chat_transcript_links', 'select, insert, update, delete');
