-- What a member set at the document of a page: it does not follow the page's source, whatever the source is changed to.
alter table app.knowledge_documents add column own_fields text[] not null default '{}';
update app.knowledge_documents d set own_fields = array_remove(array[
  case when d.visibility <> s.visibility then 'visibility' end,
  case when d.language <> s.language then 'language' end,
  case when d.collection_id is distinct from s.collection_id then 'collection_id' end,
  case when d.metadata <> s.metadata then 'metadata' end], null)
from app.knowledge_source_pages p join app.knowledge_sources s on s.org_id = p.org_id and s.id = p.source_id
where p.org_id = d.org_id and p.document_id = d.id;
