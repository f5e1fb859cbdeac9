-- Articles of an organization. Readers see the version that was published, writers the latest one.
create table app.knowledge_articles (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  title text not null,
  category text not null check (category in ('getting-started', 'api-reference', 'guides', 'faqs', 'troubleshooting')),
  excerpt text not null,
  body text not null,
  tags text[] not null,
  featured boolean not null,
  language text not null,
  visibility text not null check (visibility in ('organization', 'roles', 'agents', 'public')),
  roles text[] not null,
  version int not null default 1,
  published_version int,
  author_id uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index knowledge_articles_latest on app.knowledge_articles (org_id, updated_at desc, id desc);
create index knowledge_articles_author on app.knowledge_articles (author_id) where author_id is not null;
call app.protect_tenant('app.knowledge_articles', 'select, insert, update, delete');

create table app.knowledge_article_versions (
  org_id uuid not null,
  article_id uuid not null,
  version int not null,
  title text not null,
  excerpt text not null,
  body text not null,
  author_id uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (org_id, article_id, version),
  foreign key (org_id, article_id) references app.knowledge_articles on delete cascade
);
create index knowledge_article_versions_author on app.knowledge_article_versions (author_id) where author_id is not null;
call app.protect_tenant('app.knowledge_article_versions', 'select, insert, delete');

-- Who opened an article, once each, and whether it helped. `article`: an id, or the short name of one that ships with the product.
create table app.knowledge_reads (
  org_id uuid not null references auth.organizations on delete cascade,
  article text not null,
  user_id uuid not null references auth.users on delete cascade,
  helpful boolean,
  read_at timestamptz not null default now(),
  primary key (org_id, article, user_id)
);
create index knowledge_reads_user on app.knowledge_reads (user_id);
call app.protect_tenant('app.knowledge_reads', 'select, insert, update, delete');

-- Passages of published articles. `words`: the text as it is indexed; a language without spaces is divided into words before.
create table app.knowledge_chunks (
  org_id uuid not null,
  article_id uuid not null,
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
  primary key (org_id, article_id, position),
  foreign key (org_id, article_id) references app.knowledge_articles on delete cascade
);
call app.protect_tenant('app.knowledge_chunks', 'select, insert, delete');
