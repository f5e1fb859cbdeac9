-- The passages that the answer of a run cites.
alter table app.runs add column citations jsonb not null default '[]';
