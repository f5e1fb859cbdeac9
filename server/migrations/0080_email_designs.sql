-- What all email designs of an organization share: images with a public address, saved blocks, and the brand style.
create table app.email_images (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  -- The secret part of the public address.
  key text not null check (length(key) = 22),
  name text not null,
  file_id uuid not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif')),
  width int not null,
  height int not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, key),
  foreign key (org_id, file_id) references app.files (org_id, id)
);
call app.protect_tenant('app.email_images', 'select, insert, delete');

create table app.email_blocks (
  org_id uuid not null references auth.organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  block jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index email_blocks_name on app.email_blocks (org_id, lower(name));
call app.protect_tenant('app.email_blocks', 'select, insert, update, delete');

create table app.email_styles (
  org_id uuid primary key references auth.organizations (id) on delete cascade,
  style jsonb not null,
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.email_styles', 'select, insert, update');
