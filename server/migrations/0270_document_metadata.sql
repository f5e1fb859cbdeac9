-- Fields of documents that searches filter by; pages of a source begin with those of the source.
alter table app.knowledge_documents add column metadata jsonb not null default '{}';
alter table app.knowledge_sources add column metadata jsonb not null default '{}';
