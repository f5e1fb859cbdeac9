-- People who may be reached: contacts, what happened with them, their consent, who must not be reached, segments, imports and files.

-- Files of an organization (imports, their error reports, attachments), in pieces of at most 1 MiB: every process reaches them, a
-- backup holds them, and row-level security closes them (ADR 15).
create table app.files (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null default 0,
  sha256 bytea,
  -- Null while it is being written: an upload that broke off is swept away.
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Erased after this; null for as long as its owner needs it.
  expires_at timestamptz,
  primary key (org_id, id)
);
create index files_expiry on app.files (expires_at) where expires_at is not null;
create index files_unfinished on app.files (created_at) where completed_at is null;
call app.protect_tenant('app.files', 'select, insert, update, delete', 'select, delete');
create table app.file_pieces (
  org_id uuid not null,
  file_id uuid not null,
  seq int not null,
  bytes bytea not null,
  primary key (org_id, file_id, seq),
  foreign key (org_id, file_id) references app.files on delete cascade
);
-- Compressed already or not worth it: kept outside the row as it is.
alter table app.file_pieces alter column bytes set storage external;
call app.protect_tenant('app.file_pieces', 'select, insert, delete', 'select, delete');

create table app.contact_fields (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- As templates and imports name it: `{{ custom.key }}`.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null,
  type text not null check (type in ('text', 'number', 'boolean', 'date', 'choice')),
  choices text[] not null default '{}',
  -- Who deleted it: then it is a field no more, and the row goes when the last contact's value has gone.
  cleared_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, key)
);
call app.protect_tenant('app.contact_fields', 'select, insert, update, delete', 'select, delete');

create table app.contacts (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- Lower case, as platform/mail/address.ts reads it.
  -- Both compare byte by byte: prefixes are found as ranges, which row-level security lets an index answer (unlike LIKE).
  email text collate "C" check (email = lower(email)),
  -- E.164, with its plus.
  phone text collate "C" check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Keyed hashes of the two (platform/address-hash.ts): what suppressions are compared with.
  email_hash bytea,
  phone_hash bytea,
  first_name text not null default '',
  last_name text not null default '',
  -- BCP 47, IANA.
  locale text,
  time_zone text,
  tags text[] not null default '{}',
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  source text not null check (source in ('manual', 'import', 'api', 'form', 'reply', 'agent', 'workflow')),
  source_detail text not null default '',
  import_id uuid,
  -- 'active'; 'bounced': mail to it came back for good; merged and erased ones are gone from the table.
  email_state text not null default 'active' check (email_state in ('active', 'bounced')),
  -- What lists sort by and searches look in: the name as it is shown, the last name, the domain of the e-mail address.
  name_key text collate "C" not null
    generated always as (left(coalesce(nullif(lower(btrim(first_name || ' ' || last_name)), ''), email, phone, ''), 200)) stored,
  last_key text collate "C" generated always as (nullif(left(lower(last_name), 200), '')) stored,
  email_domain text collate "C" generated always as (split_part(email, '@', 2)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((email is null) = (email_hash is null)),
  check ((phone is null) = (phone_hash is null))
);
create unique index contacts_email on app.contacts (org_id, email) where email is not null;
create index contacts_phone on app.contacts (org_id, phone) where phone is not null;
create index contacts_name on app.contacts (org_id, name_key, id);
create index contacts_last_name on app.contacts (org_id, last_key) where last_key is not null;
create index contacts_domain on app.contacts (org_id, email_domain) where email_domain is not null;
create index contacts_recent on app.contacts (org_id, created_at desc, id desc);
create index contacts_import on app.contacts (org_id, import_id) where import_id is not null;
create index contacts_email_hash on app.contacts (org_id, email_hash) where email_hash is not null;
create index contacts_phone_hash on app.contacts (org_id, phone_hash) where phone_hash is not null;
call app.protect_tenant('app.contacts', 'select, insert, update, delete', 'select, delete');

-- Who a merged contact is now: links and addresses in messages that were sent long ago name the one that is gone.
create table app.contact_merges (
  org_id uuid not null,
  merged_id uuid not null,
  contact_id uuid not null,
  at timestamptz not null default now(),
  primary key (org_id, merged_id),
  foreign key (org_id, contact_id) references app.contacts on delete cascade
);
create index contact_merges_contact on app.contact_merges (org_id, contact_id);
call app.protect_tenant('app.contact_merges', 'select, insert, update, delete', 'select, delete');

-- What happened with a person and is not told by another module's rows: created, changed, merged, consent, and events that an
-- organization records itself. One month a partition.
create table app.contact_events (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  type text not null,
  at timestamptz not null default now(),
  actor_name text not null default '',
  data jsonb not null default '{}',
  primary key (org_id, id)
) partition by range (id);
create index contact_events_contact on app.contact_events (org_id, contact_id, id desc);
create index contact_events_type on app.contact_events (org_id, type, at desc);
call app.protect_tenant('app.contact_events', 'select, insert, update, delete', 'select, delete');

-- Consent. Purposes are what an organization writes for; a person says yes or no to each, by channel.
create table app.consent_purposes (
  org_id uuid not null references auth.organizations on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (org_id, key)
);
call app.protect_tenant('app.consent_purposes', 'select, insert, update', 'select, delete');

-- The ledger: append-only. What stands now is `consents`, written in the same transaction.
create table app.consent_entries (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'webhook', 'whatsapp')),
  purpose text not null,
  status text not null check (status in ('granted', 'pending', 'withdrawn')),
  -- Where it came from: import, form, preference-centre, unsubscribe, keyword, double-opt-in, manual, api, complaint.
  source text not null,
  -- What proves it: text shown, address, file and row, message, request id.
  proof jsonb not null default '{}',
  actor_name text not null default '',
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index consent_entries_contact on app.consent_entries (org_id, contact_id, id desc);
call app.protect_tenant('app.consent_entries', 'select, insert, delete', 'select, delete');
create table app.consents (
  org_id uuid not null,
  contact_id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'webhook', 'whatsapp')),
  purpose text not null,
  status text not null check (status in ('granted', 'pending', 'withdrawn')),
  source text not null,
  at timestamptz not null,
  primary key (org_id, contact_id, channel, purpose),
  foreign key (org_id, contact_id) references app.contacts on delete cascade
);
call app.protect_tenant('app.consents', 'select, insert, update, delete', 'select, delete');

-- Who must not be reached, by keyed hash of the address, so that it outlives the person's erasure.
create table app.suppressions (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address_hash bytea not null,
  -- For people to recognise it: a***@example.com.
  hint text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'stop', 'manual', 'erased', 'imported')),
  detail text not null default '',
  created_by text not null default '',
  at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, channel, address_hash)
);
create index suppressions_recent on app.suppressions (org_id, at desc, id desc);
call app.protect_tenant('app.suppressions', 'select, insert, update, delete', 'select, delete');
-- Of the whole installation, kept by the operator and by complaints about Imperium itself. No organization's, so every one may ask.
create table app.platform_suppressions (
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address_hash bytea not null,
  hint text not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (channel, address_hash)
);
alter table app.platform_suppressions enable row level security;
alter table app.platform_suppressions force row level security;
create policy readable on app.platform_suppressions for select to imperium_app using (true);
create policy sweep on app.platform_suppressions to imperium_system using (true) with check (true);
-- By hash alone: what an address may look like is the operator's to see.
grant select (channel, address_hash, reason, at) on app.platform_suppressions to imperium_app;
grant select, insert, delete on app.platform_suppressions to imperium_system;

-- How an organization reaches people: one row each, made with its first change.
create table app.contact_settings (
  org_id uuid primary key references auth.organizations on delete cascade,
  double_opt_in boolean not null default false,
  -- In the recipient's time zone, else the organization's. Null: none.
  quiet_from time default '21:00',
  quiet_until time default '08:00',
  quiet_channels text[] not null default '{sms,whatsapp}',
  -- Campaign messages to one person in so many days, all channels; null: no cap.
  cap_messages int check (cap_messages between 1 and 1000),
  cap_days int not null default 7 check (cap_days between 1 and 90),
  -- What the preference and unsubscribe pages say, and where people go who want to write.
  page_title text not null default '',
  page_text text not null default '',
  help_text text not null default '',
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.contact_settings', 'select, insert, update', 'select, delete');

create table app.segments (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  -- contract/src/contacts/segments.ts: a tree of all/any/none groups and conditions.
  rules jsonb not null,
  -- The words an agent made it from, where one did.
  described_as text not null default '',
  -- Counted last; the screen counts anew.
  count int,
  counted_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index segments_name on app.segments (org_id, lower(name));
call app.protect_tenant('app.segments', 'select, insert, update, delete', 'select, delete');

create table app.contact_imports (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  status text not null check (status in ('uploaded', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')),
  -- contract/src/contacts/contact-imports.ts: separator, column mapping, dedupe rule, tags, consent source; null until the mapping is confirmed.
  settings jsonb,
  total_bytes bigint not null,
  -- Checkpoint of the job, committed with the rows before it.
  done_bytes bigint not null default 0,
  rows_read int not null default 0,
  created_count int not null default 0,
  updated_count int not null default 0,
  skipped_count int not null default 0,
  failed_count int not null default 0,
  undo_cursor uuid,
  errors_file_id uuid,
  message text not null default '',
  -- Who holds the job; a newer epoch makes an older holder's writes void.
  epoch int not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references app.files
);
create index contact_imports_recent on app.contact_imports (org_id, created_at desc, id desc);
call app.protect_tenant('app.contact_imports', 'select, insert, update, delete', 'select, delete');
create table app.contact_import_errors (
  org_id uuid not null,
  import_id uuid not null,
  row_number int not null,
  reason text not null,
  line text not null,
  primary key (org_id, import_id, row_number),
  foreign key (org_id, import_id) references app.contact_imports on delete cascade
);
call app.protect_tenant('app.contact_import_errors', 'select, insert, delete', 'select, delete');
-- What rows of an import looked like before it changed them, for the undo; erased with time.
create table app.contact_import_changes (
  org_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  before jsonb not null,
  primary key (org_id, import_id, contact_id),
  foreign key (org_id, import_id) references app.contact_imports on delete cascade
);
call app.protect_tenant('app.contact_import_changes', 'select, insert, delete', 'select, delete');

-- Erasing a person reaches what was kept for a while only: answers for repeated requests, and the sandbox mailbox.
grant delete on app.idempotency_keys, app.sandbox_mail to imperium_app;
