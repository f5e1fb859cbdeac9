-- The file of an import in another encoding, or a workbook, is replaced by a table in UTF-8 when the import begins.
alter table app.contact_imports add column is_text boolean not null default false;
