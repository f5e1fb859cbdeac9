-- The search words of passages, narrow because a search reads all of an organization: row-level security keeps `@@` from an index.
create table app.knowledge_words (
  org_id uuid not null,
  id bigint not null generated always as identity,
  article_id uuid,
  document_id uuid,
  position int not null,
  language text not null,
  search tsvector not null,
  primary key (org_id, id),
  check (num_nonnulls(article_id, document_id) = 1),
  foreign key (org_id, article_id, position) references app.knowledge_chunks on delete cascade,
  foreign key (org_id, document_id, position) references app.knowledge_document_chunks on delete cascade
);
create unique index knowledge_words_article on app.knowledge_words (org_id, article_id, position) where article_id is not null;
create unique index knowledge_words_document on app.knowledge_words (org_id, document_id, position) where document_id is not null;
-- Read as they are: neither packed nor kept elsewhere.
alter table app.knowledge_words alter column search set storage external;
alter table app.knowledge_words set (toast_tuple_target = 4080);
call app.protect_tenant('app.knowledge_words', 'select, insert, delete');

insert into app.knowledge_words (org_id, article_id, position, language, search)
select org_id, article_id, position, language, search from app.knowledge_chunks;
insert into app.knowledge_words (org_id, document_id, position, language, search)
select org_id, document_id, position, language, search from app.knowledge_document_chunks;
alter table app.knowledge_chunks drop column search, drop column words, drop column heading_words;
alter table app.knowledge_document_chunks drop column search, drop column words, drop column heading_words;
