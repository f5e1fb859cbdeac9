-- Templates: official ones are files of the product; here are those that organizations published, and uses and ratings of all.

create table app.templates (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  category text not null check (category in ('agent', 'campaign', 'workflow')),
  name text not null,
  description text not null,
  tags text[] not null default '{}',
  -- contract/src/templates.ts: as exported, without secrets and without ids of this organization.
  content jsonb not null,
  visibility text not null check (visibility in ('organization', 'community')),
  review text not null default 'none' check (review in ('none', 'pending', 'approved', 'rejected')),
  review_note text not null default '',
  author text not null,
  created_by_user uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
call app.protect_tenant('app.templates', 'select, insert, update, delete', 'select, update, delete');

-- What the community's members see: copies that the operator approved. Nobody's row, readable by all, written by the review alone.
create table app.community_templates (
  id uuid primary key,
  category text not null check (category in ('agent', 'campaign', 'workflow')),
  name text not null,
  description text not null,
  tags text[] not null default '{}',
  content jsonb not null,
  author text not null,
  created_at timestamptz not null,
  approved_at timestamptz not null default now()
);
grant select on app.community_templates to imperium_app;
grant select, insert, delete on app.community_templates to imperium_system;

create table app.template_uses (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  -- `official:<key>` or an id.
  template text not null,
  used_by_user uuid,
  at timestamptz not null default now(),
  primary key (org_id, id)
);
create index template_uses_at on app.template_uses (at);
call app.protect_tenant('app.template_uses', 'select, insert', 'select, delete');

create table app.template_ratings (
  org_id uuid not null references auth.organizations on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  template text not null,
  stars smallint not null check (stars between 1 and 5),
  at timestamptz not null default now(),
  primary key (org_id, user_id, template)
);
call app.protect_tenant('app.template_ratings', 'select, insert, update, delete', 'select, delete');

-- Sums over all organizations, made anew by a sweep: numbers only, nobody's names.
create table app.template_totals (
  template text primary key,
  uses int not null default 0,
  -- Of the last seven days.
  recent_uses int not null default 0,
  ratings int not null default 0,
  stars int not null default 0
);
grant select on app.template_totals to imperium_app;
grant select, insert, update, delete on app.template_totals to imperium_system;
create index template_uses_template on app.template_uses (template, at);
create index template_ratings_template on app.template_ratings (template);
