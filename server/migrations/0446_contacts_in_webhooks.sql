-- Whether a webhook gets the address and name of a new contact, as its manager chose; before that it gets ids alone.
alter table app.webhooks add column includes_contact boolean not null default false;
