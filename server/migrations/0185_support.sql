-- Support: tickets of an organization to the operator of the installation.

-- The organization whose members answer tickets. One row at most; only the operator's command line and jobs read it.
create table app.support_desk (
  one boolean primary key default true check (one),
  organization uuid not null references auth.organizations on delete cascade,
  named_at timestamptz not null default now()
);
alter table app.support_desk enable row level security;
alter table app.support_desk force row level security;
create policy sweep on app.support_desk to imperium_system using (true) with check (true);
grant select, insert, update, delete on app.support_desk to imperium_system;

create table app.support_tickets (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  author_id uuid references auth.users on delete set null,
  author_name text not null,
  category text not null check (category in ('question', 'problem', 'billing', 'account', 'idea')),
  subject text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  version text not null,
  request_ids text[] not null,
  -- The operator's organization that it was handed to; it stays there when the operator names another.
  desk_org uuid references auth.organizations on delete set null,
  last_message_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index support_tickets_author on app.support_tickets (org_id, author_id, last_message_at desc, id desc);
create index support_tickets_recent on app.support_tickets (org_id, last_message_at desc, id desc);
create index support_tickets_author_left on app.support_tickets (author_id) where author_id is not null;
create index support_tickets_desk on app.support_tickets (desk_org) where desk_org is not null;
create index support_tickets_waiting on app.support_tickets (id) where desk_org is null and status <> 'closed';
call app.protect_tenant('app.support_tickets', 'select, insert, update', 'select');

create table app.support_messages (
  org_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  origin text not null check (origin in ('member', 'desk')),
  author_id uuid references auth.users on delete set null,
  author_name text not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, ticket_id) references app.support_tickets on delete cascade
);
create index support_messages_ticket on app.support_messages (org_id, ticket_id, id);
create index support_messages_author on app.support_messages (author_id) where author_id is not null;
call app.protect_tenant('app.support_messages', 'select, insert');

create table app.support_attachments (
  org_id uuid not null,
  id uuid not null,
  message_id uuid,
  file_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  uploaded_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, message_id) references app.support_messages on delete cascade,
  -- An upload that no message took goes with its file, when that expires.
  foreign key (org_id, file_id) references app.files on delete cascade
);
create index support_attachments_message on app.support_attachments (org_id, message_id);
create index support_attachments_file on app.support_attachments (org_id, file_id);
create index support_attachments_uploader on app.support_attachments (uploaded_by) where uploaded_by is not null;
call app.protect_tenant('app.support_attachments', 'select, insert, update');

-- In the operator's organization: the conversation that is a ticket (same id), and whose it is.
alter table app.conversations drop constraint conversations_kind_check;
alter table app.conversations add constraint conversations_kind_check check (kind in ('internal', 'contact', 'support'));
create table app.support_desk_tickets (
  org_id uuid not null,
  conversation_id uuid not null,
  customer_org uuid not null references auth.organizations on delete cascade,
  primary key (org_id, conversation_id),
  foreign key (org_id, conversation_id) references app.conversations on delete cascade
);
create index support_desk_tickets_customer on app.support_desk_tickets (customer_org);
call app.protect_tenant('app.support_desk_tickets', 'select, insert');
