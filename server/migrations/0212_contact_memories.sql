-- Facts that agents keep about a contact, which members read, correct and erase.
create table app.contact_memories (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  fact text not null check (length(fact) between 1 and 300),
  -- '' where a member wrote it.
  agent_name text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contact_id) references app.contacts on delete cascade
);
create unique index contact_memories_facts on app.contact_memories (org_id, contact_id, lower(fact));
call app.protect_tenant('app.contact_memories', 'select, insert, update, delete');
