-- The state of an organization in India, for the place of supply on the operator's invoices; elsewhere a region as it is written.
alter table auth.organizations add column state text not null default '';
grant update (state) on auth.organizations to imperium_app;
