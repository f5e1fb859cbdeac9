-- Several notifications about the same thing show as one with a count: the first row stays, the others merge into it.
alter table app.notifications add column group_key text;
alter table app.notifications add column merged_into uuid;
alter table app.notifications add column count int not null default 1;
create index notifications_newest on app.notifications (org_id, user_id, created_at desc, id desc) where merged_into is null;
create index notifications_group on app.notifications (org_id, user_id, group_key, created_at) where merged_into is null;
drop index app.notifications_unread;
create index notifications_unread on app.notifications (org_id, user_id) where read_at is null and merged_into is null;
