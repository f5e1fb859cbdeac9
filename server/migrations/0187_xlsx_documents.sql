-- Documents may be spreadsheets.
alter table app.knowledge_documents drop constraint knowledge_documents_format_check;
alter table app.knowledge_documents add constraint knowledge_documents_format_check
  check (format in ('markdown', 'html', 'text', 'csv', 'pdf', 'docx', 'xlsx'));
