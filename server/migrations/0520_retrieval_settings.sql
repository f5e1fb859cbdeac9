-- How strong a passage must be for an agent to get it (per cent), and how many it gets: for the organization, and for a collection that differs.
alter table app.knowledge_search_settings
  add column least_strength smallint not null default 25 check (least_strength between 0 and 100),
  add column passages smallint not null default 6 check (passages between 1 and 20);
alter table app.knowledge_collections
  add column least_strength smallint check (least_strength between 0 and 100),
  add column passages smallint check (passages between 1 and 20);

-- Questions with the passages that answer them, by which a change of the search is judged. No passages: nothing should be found.
-- `result`, `previous`: what the last run found, and the one before it.
create table app.knowledge_test_questions (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  question text not null,
  passages jsonb not null,
  result jsonb,
  previous jsonb,
  run_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index knowledge_test_questions_once on app.knowledge_test_questions (org_id, lower(question));
call app.protect_tenant('app.knowledge_test_questions', 'select, insert, update, delete');

-- The parser takes a word with a typographic apostrophe ("l’abonnement"), a slash or a soft hyphen for another one than its words: what has
-- such a character is indexed again, as knowledge/split-passages.ts does from now on. Japanese is divided into words elsewhere.
create function pg_temp.words_of(t text) returns text language sql immutable as $$
  select regexp_replace(translate(translate(t, U&'\00AD\200B\200C\200D\2060\FEFF', ''), U&'\2019\02BC\2018', ''''''''), '(\w)/(?=\w)', '\1 ', 'g')
$$;
update app.knowledge_words w set search =
  setweight(to_tsvector(c.configuration, pg_temp.words_of(array_to_string(c.headings, ' '))), 'A') || setweight(to_tsvector(c.configuration, pg_temp.words_of(c.passage)), 'B')
from (
  select *, (case language when 'de' then 'german' when 'es' then 'spanish' when 'fr' then 'french' else 'english' end)::regconfig as configuration from (
    select org_id, article_id, null::uuid as document_id, position, headings, passage, language from app.knowledge_chunks
    union all
    select org_id, null, document_id, position, headings, passage, language from app.knowledge_document_chunks
  ) chunks
  where language <> 'ja' and (array_to_string(headings, ' ') || passage) ~ ('[' || U&'\00AD\200B-\200D\2060\FEFF\2018\2019\02BC' || ']|\w/\w')
) c
where w.org_id = c.org_id and w.position = c.position and w.article_id is not distinct from c.article_id and w.document_id is not distinct from c.document_id;
