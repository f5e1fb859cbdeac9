-- Web addresses and sitemaps that become documents. Its own `due_at` is the next time it is read.
create table app.knowledge_sources (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('address', 'sitemap')),
  url text not null,
  depth int not null check (depth between 0 and 3),
  max_pages int not null,
  schedule text not null check (schedule in ('manual', 'daily', 'weekly')),
  status text not null default 'queued' check (status in ('queued', 'syncing', 'ready', 'failed')),
  error_message text,
  error_key jsonb,
  attempts int not null default 0,
  language text not null,
  visibility text not null check (visibility in ('organization', 'agents', 'public')),
  collection_id uuid,
  author_id uuid references auth.users on delete set null,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, collection_id) references app.knowledge_collections (org_id, id)
);
call app.lease_rows('app.knowledge_sources', 'knowledge_sources');
create unique index knowledge_sources_url on app.knowledge_sources (org_id, url);
create index knowledge_sources_collection on app.knowledge_sources (org_id, collection_id) where collection_id is not null;
create index knowledge_sources_author on app.knowledge_sources (author_id) where author_id is not null;
call app.protect_tenant('app.knowledge_sources', 'select, insert, update, delete', 'select, update');

-- Pages of a source as they were read last. `seen_epoch`: the claim of the source that saw it.
create table app.knowledge_source_pages (
  org_id uuid not null,
  source_id uuid not null,
  url text not null,
  document_id uuid,
  etag text,
  last_modified text,
  content_hash bytea,
  error_message text,
  error_key jsonb,
  seen_epoch int not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, source_id, url),
  foreign key (org_id, source_id) references app.knowledge_sources on delete cascade,
  foreign key (org_id, document_id) references app.knowledge_documents on delete set null (document_id)
);
create index knowledge_source_pages_document on app.knowledge_source_pages (org_id, document_id) where document_id is not null;
call app.protect_tenant('app.knowledge_source_pages', 'select, insert, update, delete');

-- The address that a document was read from.
alter table app.knowledge_documents add column source_url text;
