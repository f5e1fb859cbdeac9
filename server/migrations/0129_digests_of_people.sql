-- A digest that is sent while its person is being erased must leave no row behind.
delete from app.weekly_digests d where not exists (select from auth.users u where u.id = d.user_id);
alter table app.weekly_digests add foreign key (user_id) references auth.users on delete cascade;
create index weekly_digests_user on app.weekly_digests (user_id);
