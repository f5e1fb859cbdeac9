-- How an organization looks to its customers: the current settings, every saved version, and the uploaded images.
create table app.brand_images (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('logo', 'favicon')),
  -- The secret part of the public address.
  key text not null check (length(key) = 22),
  file_id uuid not null,
  width int not null,
  height int not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, key),
  foreign key (org_id, file_id) references app.files (org_id, id)
);
call app.protect_tenant('app.brand_images', 'select, insert, delete');

create table app.brand_versions (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  version int not null check (version > 0),
  settings jsonb not null,
  -- The custom CSS as it is applied: compiled once, when it is saved.
  scoped_css text not null default '',
  saved_by text not null,
  saved_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, version)
);
call app.protect_tenant('app.brand_versions', 'select, insert, delete');
