-- The public help center of an organization: its published articles with visibility `public`, for readers without an account.
create table app.knowledge_help_centers (
  org_id uuid primary key references auth.organizations on delete cascade,
  is_enabled boolean not null default false,
  title text not null,
  intro text not null,
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.knowledge_help_centers', 'select, insert, update', 'select');

-- "Was this helpful?" of readers without an account: one vote for each network address, of which a keyed hash is kept.
create table app.knowledge_public_votes (
  org_id uuid not null,
  article_id uuid not null,
  voter bytea not null,
  is_helpful boolean not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, article_id, voter),
  foreign key (org_id, article_id) references app.knowledge_articles on delete cascade
);
call app.protect_tenant('app.knowledge_public_votes', 'select, insert, update, delete');
