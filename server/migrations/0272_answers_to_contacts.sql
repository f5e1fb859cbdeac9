-- Agents that answer contacts on channels may read a collection that was granted to them, although it is not public.
alter table app.knowledge_collections add column answers_contacts boolean not null default false;

-- Unanswered questions go with the retention of runs.
create policy sweep on app.knowledge_questions to imperium_system using (true) with check (true);
grant select, delete on app.knowledge_questions to imperium_system;
create index knowledge_questions_asked on app.knowledge_questions (org_id, asked_at);
