-- The language of a document or source that was given without one follows from its text; `language` is what was recognised, English until then.
alter table app.knowledge_documents add column recognises_language boolean not null default false;
alter table app.knowledge_sources add column recognises_language boolean not null default false;
