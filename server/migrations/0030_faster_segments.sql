-- Nobody looks a contact up by the hash of an address: suppressions are compared from the contact's side. Two indexes whose every entry
-- falls on another page made an import of a long list take almost twice as long (bench/import.ts).
drop index app.contacts_email_hash;
drop index app.contacts_phone_hash;
