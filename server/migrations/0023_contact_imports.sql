-- The file comes in pieces, and goes as soon as its rows are read: what it holds of people is with them then, and is erased with them.
alter table app.contact_imports
  drop constraint contact_imports_status_check,
  add constraint contact_imports_status_check
    check (status in ('uploading', 'uploaded', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone')),
  drop constraint contact_imports_org_id_file_id_fkey,
  alter column file_id drop not null,
  add constraint contact_imports_file foreign key (org_id, file_id) references app.files on delete set null (file_id),
  drop column errors_file_id,
  drop column undo_cursor,
  -- Takes of the job since the last batch that was committed: what cannot be continued must end.
  add column stalled int not null default 0,
  add column undone_count int not null default 0;
-- For the sweep that finds imports whose process has died.
create index contact_imports_working on app.contact_imports (updated_at) where status in ('uploading', 'running', 'undoing');
create index contact_import_changes_contact on app.contact_import_changes (org_id, contact_id);
