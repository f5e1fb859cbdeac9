-- A legal hold: what must not be erased while it stands.
create table app.legal_holds (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  -- Null: the whole organization.
  contact_id uuid,
  reason text not null check (length(reason) between 1 and 500),
  placed_by text not null,
  placed_at timestamptz not null default now(),
  released_at timestamptz,
  released_by text,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references app.contacts (org_id, id)
);
create unique index legal_holds_standing on app.legal_holds (org_id, coalesce(contact_id, '00000000-0000-0000-0000-000000000000')) where released_at is null;
create index legal_holds_contact on app.legal_holds (org_id, contact_id) where contact_id is not null;
-- Retention asks for the organizations that are held as a whole.
call app.protect_tenant('app.legal_holds', 'select, insert, update, delete', 'select');

-- What an erasure found and left. No names and no addresses: ids of what is gone, and keyed hashes.
create table app.erasure_certificates (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  erased_at timestamptz not null default now(),
  erased_by text not null,
  contacts jsonb not null,
  places jsonb not null,
  primary key (org_id, id)
);
call app.protect_tenant('app.erasure_certificates', 'select, insert');
