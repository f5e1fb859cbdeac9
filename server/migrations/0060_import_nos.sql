-- Who says no in the file of an import, by keyed hash of the addresses of the row, until the import can read no more rows: a yes further
-- down grants nothing, also where the person became a contact only by that row.
create table app.contact_import_nos (
  org_id uuid not null,
  import_id uuid not null,
  address_hash bytea not null,
  -- A number that stood in a row without an e-mail address: whoever of the file has it said so. Else it is that of one person.
  is_own boolean not null,
  primary key (org_id, import_id, address_hash),
  foreign key (org_id, import_id) references app.contact_imports on delete cascade
);
call app.protect_tenant('app.contact_import_nos', 'select, insert, update, delete', 'select, delete');
