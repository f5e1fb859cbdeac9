-- Visitors of websites talk to an agent: how they may, their conversations, and the runs that answer.
alter table app.runs drop constraint runs_trigger_check;
alter table app.runs add constraint runs_trigger_check check (trigger in ('web', 'api', 'campaign', 'workflow', 'chat'));
-- For the daily budget of an agent's visitors.
create index runs_of_visitors on app.runs (org_id, agent_id, id) where trigger = 'chat';

alter table app.conversations drop constraint conversations_channel_check;
alter table app.conversations add constraint conversations_channel_check check (channel in ('email', 'sms', 'webhook', 'whatsapp', 'chat'));
alter table app.messages add column by_agent boolean not null default false;

create table app.agent_chats (
  org_id uuid not null references auth.organizations on delete cascade,
  agent_id uuid not null,
  -- Of the public address /chat/<public id>: never changed.
  public_id text not null unique check (public_id ~ '^[a-z0-9]{20}$'),
  -- contract/src/chat.ts; whether visitors can talk to the agent stands in agents.is_public.
  settings jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, agent_id),
  foreign key (org_id, agent_id) references app.agents on delete cascade
);
call app.protect_tenant('app.agent_chats', 'select, insert, update', 'select');

-- One visitor's conversation; begins with the first message.
create table app.chat_sessions (
  org_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  conversation_id uuid not null,
  state text not null default 'agent' check (state in ('agent', 'waiting', 'person')),
  language text not null,
  -- Given by the visitor, without proof.
  email text,
  -- Of the messages up to summarized_until.
  summary text not null default '',
  summarized_until uuid,
  has_failed boolean not null default false,
  last_seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, conversation_id) references app.conversations on delete cascade
);
create unique index chat_sessions_conversation on app.chat_sessions (org_id, conversation_id);
call app.protect_tenant('app.chat_sessions', 'select, insert, update, delete');

-- A run for a conversation: an answer, a summary of older messages, or a summary for the person who takes over.
create table app.chat_turns (
  org_id uuid not null,
  run_id uuid not null,
  session_id uuid not null,
  kind text not null check (kind in ('answer', 'summary', 'handover')),
  -- The last message that it is about.
  message_id uuid not null,
  is_open boolean not null default true,
  -- The message with the answer, and what it cites.
  answer_id uuid,
  sources jsonb not null default '[]',
  primary key (org_id, run_id),
  foreign key (org_id, session_id) references app.chat_sessions on delete cascade
);
create index chat_turns_session on app.chat_turns (org_id, session_id);
call app.protect_tenant('app.chat_turns', 'select, insert, update, delete');
