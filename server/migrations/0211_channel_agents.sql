-- Agents answer contacts on channels: who answers where, and drafts that wait for a member.
alter table app.runs drop constraint runs_trigger_check;
alter table app.runs add constraint runs_trigger_check check (trigger in ('web', 'api', 'campaign', 'workflow', 'chat', 'message'));
-- For the daily budget of an agent that answers contacts.
create index runs_of_contacts on app.runs (org_id, agent_id, id) where trigger = 'message';

create table app.channel_agents (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  -- Null: every account and sender of the channel that no other row names.
  account_id uuid,
  sender_id uuid,
  agent_id uuid not null,
  -- contract/src/channels/channel-agents.ts
  settings jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, agent_id) references app.agents on delete cascade,
  foreign key (org_id, account_id) references app.channel_accounts on delete cascade,
  foreign key (org_id, sender_id) references app.senders on delete cascade
);
create unique index channel_agents_place on app.channel_agents (org_id, channel, account_id, sender_id) nulls not distinct;
call app.protect_tenant('app.channel_agents', 'select, insert, update, delete');

-- A session is a conversation that an agent answers: of a visitor, or of a contact on a channel.
alter table app.chat_sessions drop constraint chat_sessions_state_check;
-- 'none': no agent answers; a member asks for drafts.
alter table app.chat_sessions add constraint chat_sessions_state_check check (state in ('agent', 'waiting', 'person', 'none'));
-- 'draft': what the agent writes waits for a member.
alter table app.chat_sessions add column mode text not null default 'auto' check (mode in ('auto', 'draft'));
-- Who answers on the channel; null for visitors of a website.
alter table app.chat_sessions add column channel_agent_id uuid;

alter table app.chat_turns drop constraint chat_turns_kind_check;
alter table app.chat_turns add constraint chat_turns_kind_check check (kind in ('answer', 'draft', 'summary', 'handover'));

-- The reply that an agent proposes; a conversation has one at a time.
create table app.reply_drafts (
  org_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  agent_name text not null,
  run_id uuid not null,
  body text not null,
  sources jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, conversation_id) references app.conversations on delete cascade
);
create unique index reply_drafts_conversation on app.reply_drafts (org_id, conversation_id);
call app.protect_tenant('app.reply_drafts', 'select, insert, update, delete');
