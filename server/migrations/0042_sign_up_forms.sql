-- Hosted sign-up forms: public pages on which people leave their address and agree to purposes, and what was typed there.
create table app.sign_up_forms (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- Of the public address /forms/<organization>/<slug>: never changed, links outlive names.
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  name text not null,
  -- contract/src/contacts/sign-up-forms.ts: words, purposes, fields, tags, language, double opt-in.
  definition jsonb not null,
  -- Counts the changes of what people agree to, so that a proof names the words that were shown.
  version int not null default 1,
  submitted_count int not null default 0,
  confirmed_count int not null default 0,
  created_by text not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index sign_up_forms_slug on app.sign_up_forms (org_id, slug);
call app.protect_tenant('app.sign_up_forms', 'select, insert, update', 'select, delete');

-- What somebody typed on a form, until and after they confirmed it by the link of a letter.
create table app.sign_ups (
  org_id uuid not null,
  id uuid not null,
  form_id uuid not null,
  contact_id uuid not null,
  purposes text[] not null,
  -- Names, number and own fields, which a person who was known before gets only once they have confirmed.
  given jsonb not null,
  -- Form, version and words shown, address of the caller, browser, request.
  proof jsonb not null,
  -- As clock_timestamp(), which the ledger of consent counts by.
  at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, form_id) references app.sign_up_forms on delete cascade,
  foreign key (org_id, contact_id) references app.contacts on delete cascade
);
create index sign_ups_contact on app.sign_ups (org_id, contact_id);
create index sign_ups_form on app.sign_ups (org_id, form_id);
call app.protect_tenant('app.sign_ups', 'select, insert, update, delete', 'select, delete');

-- Who is to be asked by letter to confirm a purpose, and who was: a row per person and purpose, so that nobody is asked twice.
create table app.consent_asks (
  org_id uuid not null,
  contact_id uuid not null,
  purpose text not null,
  -- The import that asks; null once it is gone.
  import_id uuid,
  status text not null check (status in ('waiting', 'sent', 'skipped')),
  -- Why nobody was written to: granted, withdrawn, suppressed, bounced, limited, no_address.
  reason text not null default '',
  proof jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  asked_at timestamptz,
  primary key (org_id, contact_id, purpose),
  foreign key (org_id, contact_id) references app.contacts on delete cascade,
  foreign key (org_id, import_id) references app.contact_imports on delete set null (import_id)
);
create index consent_asks_waiting on app.consent_asks (org_id, created_at, contact_id) where status = 'waiting';
create index consent_asks_import on app.consent_asks (org_id, import_id);
call app.protect_tenant('app.consent_asks', 'select, insert, update, delete', 'select, delete');

-- Of an import whose people are asked to confirm: letters that wait, that were sent, and people who were not asked.
alter table app.contact_imports
  add column ask_waiting_count int not null default 0,
  add column asked_count int not null default 0,
  add column unasked_count int not null default 0;
