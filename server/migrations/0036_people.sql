-- Who was in an imported file besides those whom the import made (contacts.import_id): known before, and changed by it or left as they were.
create table app.contact_import_members (
  org_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, import_id, contact_id),
  foreign key (org_id, import_id) references app.contact_imports on delete cascade,
  foreign key (org_id, contact_id) references app.contacts on delete cascade
);
create index contact_import_members_contact on app.contact_import_members (org_id, contact_id);
call app.protect_tenant('app.contact_import_members', 'select, insert, delete', 'select, delete');
-- Of imports that were before: those whom they changed. The others stood nowhere.
insert into app.contact_import_members (org_id, import_id, contact_id)
  select distinct i.org_id, i.id, c.id
  from app.contact_events e
  join app.contact_imports i on i.org_id = e.org_id and i.id::text = e.data ->> 'importId'
  join app.contacts c on c.org_id = e.org_id and c.id = e.contact_id
  where e.type = 'contact.imported' and c.import_id is distinct from i.id and i.status <> 'undone';

-- The head of the file, which is gone when its rows are read: what was left out is handed back under it, to be put right and imported again.
alter table app.contact_imports add column head text;

-- Runs of agents told of people who are erased by now. What was said goes; that it was said, when, and what it cost stays.
grant update (payload) on app.run_events to imperium_app;
