-- The operator's command line begins the deletion of an organization as its owner can.
grant update (deletes_at) on auth.organizations to imperium_system;
