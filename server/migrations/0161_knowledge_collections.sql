-- Articles and documents may belong to a collection. An agent reads a collection only if it was granted to it.
create table app.knowledge_collections (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index knowledge_collections_name on app.knowledge_collections (org_id, lower(name));
call app.protect_tenant('app.knowledge_collections', 'select, insert, update, delete');

alter table app.knowledge_articles add column collection_id uuid,
  add foreign key (org_id, collection_id) references app.knowledge_collections (org_id, id);
create index knowledge_articles_collection on app.knowledge_articles (org_id, collection_id) where collection_id is not null;

-- Uploaded files. `passages`: how many of its passages can be found; 0 until it is ready.
create table app.knowledge_documents (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  format text not null check (format in ('markdown', 'html', 'text', 'csv', 'pdf', 'docx')),
  file_id uuid not null,
  size_bytes bigint not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'ready', 'failed')),
  error_message text,
  error_key jsonb,
  attempts int not null default 0,
  passages int not null default 0,
  language text not null,
  visibility text not null check (visibility in ('organization', 'agents', 'public')),
  collection_id uuid,
  author_id uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references app.files (org_id, id),
  foreign key (org_id, collection_id) references app.knowledge_collections (org_id, id)
);
call app.lease_rows('app.knowledge_documents', 'knowledge_documents');
create index knowledge_documents_latest on app.knowledge_documents (org_id, id desc);
create index knowledge_documents_file on app.knowledge_documents (org_id, file_id);
create index knowledge_documents_collection on app.knowledge_documents (org_id, collection_id) where collection_id is not null;
create index knowledge_documents_author on app.knowledge_documents (author_id) where author_id is not null;
call app.protect_tenant('app.knowledge_documents', 'select, insert, update, delete', 'select, update');

-- Passages of documents, as those of articles in knowledge_chunks.
create table app.knowledge_document_chunks (
  org_id uuid not null,
  document_id uuid not null,
  position int not null,
  headings text[] not null,
  passage text not null,
  language text not null,
  heading_words text not null,
  words text not null,
  search tsvector not null generated always as (case language
    when 'de' then setweight(to_tsvector('german', heading_words), 'A') || setweight(to_tsvector('german', words), 'B')
    when 'es' then setweight(to_tsvector('spanish', heading_words), 'A') || setweight(to_tsvector('spanish', words), 'B')
    when 'fr' then setweight(to_tsvector('french', heading_words), 'A') || setweight(to_tsvector('french', words), 'B')
    when 'ja' then setweight(to_tsvector('simple', heading_words), 'A') || setweight(to_tsvector('simple', words), 'B')
    else setweight(to_tsvector('english', heading_words), 'A') || setweight(to_tsvector('english', words), 'B') end) stored,
  primary key (org_id, document_id, position),
  foreign key (org_id, document_id) references app.knowledge_documents on delete cascade
);
call app.protect_tenant('app.knowledge_document_chunks', 'select, insert, delete');

-- Questions of agents that the knowledge base did not answer. `words`: the question as it is compared with others.
create table app.knowledge_questions (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  words text not null,
  question text not null,
  asked int not null default 1,
  status text not null default 'open' check (status in ('open', 'answered', 'dismissed')),
  run_id uuid,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index knowledge_questions_words on app.knowledge_questions (org_id, words);
create index knowledge_questions_open on app.knowledge_questions (org_id, asked desc, asked_at desc, id) where status = 'open';
call app.protect_tenant('app.knowledge_questions', 'select, insert, update, delete');
