-- Messages: conversations between members, and with contacts on every channel.

create table app.conversations (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('internal', 'contact')),
  subject text not null,
  priority text not null default 'normal' check (priority in ('urgent', 'high', 'normal', 'low')),
  channel text check (channel in ('email', 'sms', 'webhook', 'whatsapp')),
  contact_id uuid,
  -- The campaign that was answered, where one was.
  campaign_id uuid,
  send_id uuid,
  status text not null default 'open' check (status in ('open', 'closed')),
  assignee_id uuid references auth.users on delete set null,
  -- Until when WhatsApp lets us answer freely: 24 hours after the contact's last message.
  window_until timestamptz,
  last_message_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index conversations_recent on app.conversations (org_id, last_message_at desc, id desc);
create index conversations_contact on app.conversations (org_id, contact_id) where contact_id is not null;
call app.protect_tenant('app.conversations', 'select, insert, update, delete', 'select, delete');

create table app.messages (
  org_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('internal', 'inbound', 'outbound')),
  sender_user uuid references auth.users on delete set null,
  sender_name text not null,
  -- Address of the sender or recipient outside; members are named by their account.
  address text not null default '',
  body text not null,
  -- Outbound: queued, sending, sent, failed, held; inbound and internal: received.
  status text not null check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'failed', 'held')),
  detail text not null default '',
  external_id text,
  in_reply_to text,
  at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, conversation_id) references app.conversations on delete cascade
);
create index messages_conversation on app.messages (org_id, conversation_id, id);
create index messages_external on app.messages (org_id, external_id) where external_id is not null;
call app.protect_tenant('app.messages', 'select, insert, update, delete', 'select, delete');

-- Who sees an internal conversation, and how each member stands to a conversation: read, flagged, archived, deleted for themselves.
create table app.conversation_members (
  org_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  role text not null default 'participant' check (role in ('participant', 'reader')),
  read_until uuid,
  flagged boolean not null default false,
  archived boolean not null default false,
  deleted_until uuid,
  primary key (org_id, conversation_id, user_id),
  foreign key (org_id, conversation_id) references app.conversations on delete cascade
);
create index conversation_members_user on app.conversation_members (org_id, user_id);
call app.protect_tenant('app.conversation_members', 'select, insert, update, delete', 'select, delete');

create table app.message_attachments (
  org_id uuid not null,
  id uuid not null,
  message_id uuid,
  file_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, message_id) references app.messages on delete cascade,
  -- An upload that no message took goes with its file, when that expires.
  foreign key (org_id, file_id) references app.files on delete cascade
);
create index message_attachments_message on app.message_attachments (org_id, message_id);
call app.protect_tenant('app.message_attachments', 'select, insert, update, delete', 'select, delete');
