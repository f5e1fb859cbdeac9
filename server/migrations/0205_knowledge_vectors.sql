-- How the knowledge base of an organization is searched. No row: the offline embedding, without re-ranking.
create table app.knowledge_search_settings (
  org_id uuid primary key references auth.organizations on delete cascade,
  embedding text not null check (embedding in ('none', 'offline', 'model')),
  config_id uuid,
  is_reranked boolean not null default false,
  updated_at timestamptz not null default now(),
  check ((embedding = 'model') = (config_id is not null))
);
call app.protect_tenant('app.knowledge_search_settings', 'select, insert, update');

-- The vectors of all passages by one model. A new one is filled beside the active one, and takes its place when it is complete.
-- `related`, `unrelated`: mean similarities by which those of this model are put on a scale from 0 to 1.
-- `is_wanted`: passages came while a worker had the row.
create table app.knowledge_indexes (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  embedding text not null check (embedding in ('offline', 'model')),
  config_id uuid,
  model text not null,
  dimensions int,
  related real,
  unrelated real,
  is_active boolean not null default false,
  status text not null default 'building' check (status in ('building', 'ready', 'waiting', 'failed')),
  error_message text,
  error_key jsonb,
  attempts int not null default 0,
  passages int not null default 0,
  is_wanted boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id)
);
create unique index knowledge_indexes_one_each on app.knowledge_indexes (org_id, is_active);
call app.lease_rows('app.knowledge_indexes', 'knowledge_indexes');
call app.protect_tenant('app.knowledge_indexes', 'select, insert, update, delete', 'select, update');

-- The signs of a vector, narrow because a search reads all of an organization.
create table app.knowledge_signatures (
  org_id uuid not null,
  id bigint not null generated always as identity,
  index_id uuid not null,
  article_id uuid,
  document_id uuid,
  position int not null,
  sig bit varying not null,
  primary key (org_id, id),
  check (num_nonnulls(article_id, document_id) = 1),
  foreign key (org_id, index_id) references app.knowledge_indexes on delete cascade,
  foreign key (org_id, article_id, position) references app.knowledge_chunks on delete cascade,
  foreign key (org_id, document_id, position) references app.knowledge_document_chunks on delete cascade
);
create index knowledge_signatures_index on app.knowledge_signatures (org_id, index_id);
create unique index knowledge_signatures_article on app.knowledge_signatures (org_id, article_id, position, index_id) where article_id is not null;
create unique index knowledge_signatures_document on app.knowledge_signatures (org_id, document_id, position, index_id) where document_id is not null;
call app.protect_tenant('app.knowledge_signatures', 'select, insert, delete');

-- The vector itself: one signed byte each, times `scale`.
create table app.knowledge_vectors (
  org_id uuid not null,
  id bigint not null,
  scale real not null,
  vector bytea not null,
  primary key (org_id, id),
  foreign key (org_id, id) references app.knowledge_signatures on delete cascade
);
alter table app.knowledge_vectors alter column vector set storage external;
call app.protect_tenant('app.knowledge_vectors', 'select, insert, delete');

insert into app.knowledge_indexes (org_id, id, embedding, model, due_at)
select org_id, gen_random_uuid(), 'offline', 'use-lite-en', now() from (
  select org_id from app.knowledge_chunks union select org_id from app.knowledge_document_chunks
) filled;
