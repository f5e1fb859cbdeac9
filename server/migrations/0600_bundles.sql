-- What a bundle asked for and this organization cannot have yet: an agent's connection that is not there, a segment by a field that is not
-- there. It is exported as it was asked for, and tried again with the next bundle.
create table app.bundle_waiting (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  noun text not null check (length(noun) <= 40),
  name text not null check (length(name) between 1 and 300),
  -- As the bundle has it, with names in the place of ids.
  wanted jsonb not null,
  -- As it is here since then; null: it could not be created. Where the object differs from it by now, it was changed here, and that counts.
  applied jsonb,
  created_at timestamptz not null default now(),
  primary key (org_id, noun, name)
);
call app.protect_tenant('app.bundle_waiting', 'select, insert, update, delete');
