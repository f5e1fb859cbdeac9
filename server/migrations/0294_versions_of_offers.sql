-- Offers to one organization have version numbers of their own: the catalogue's next version is never taken by one of them.
with moved as (
  insert into app.plan_versions
  select (jsonb_populate_record(p, jsonb_build_object('version', p.version + 1000000))).* from app.plan_versions p where p.for_org is not null
  returning plan_type, version
), organizations as (
  update auth.organizations o set plan_version = m.version from moved m where m.plan_type = o.plan_type and m.version = o.plan_version + 1000000
), orders as (
  update app.payment_orders o set plan_version = m.version from moved m where m.plan_type = o.plan_type and m.version = o.plan_version + 1000000
), paused as (
  update app.subscriptions s set paused_plan_version = m.version from moved m
  where m.plan_type = s.paused_plan_type and m.version = s.paused_plan_version + 1000000
)
update app.plan_offers f set version = m.version from moved m where m.plan_type = f.plan_type and m.version = f.version + 1000000;
delete from app.plan_versions where for_org is not null and version < 1000000;
alter table app.plan_versions add constraint plan_versions_of_offers_check check ((for_org is not null) = (version >= 1000000));
