-- The cost of models in a month at which the owners are told.
create table app.usage_alerts (
  org_id uuid primary key references auth.organizations on delete cascade,
  amount_micros bigint not null check (amount_micros > 0),
  told_month date,
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.usage_alerts', 'select, insert, update, delete', 'select');

-- Quarter hours older than the plan keeps them go, at the earliest after 200 days: every page reads less. Sums of days, months and for ever stay.
create function app.prune_usage_slots(batch int, moment timestamptz) returns int language plpgsql set search_path = pg_catalog, app as $$
declare gone int; total int := 0; org record;
begin
  for org in select o.id, moment - make_interval(days => greatest(o.retention_days_limit, 200)) as before from auth.organizations o loop
    delete from app.usage_slots where ctid = any (array(
      select ctid from app.usage_slots where org_id = org.id and slot < org.before limit batch - total));
    get diagnostics gone = row_count;
    total := total + gone;
    delete from app.usage_part_slots where ctid = any (array(
      select ctid from app.usage_part_slots where org_id = org.id and slot < org.before limit batch - total));
    get diagnostics gone = row_count;
    total := total + gone;
    exit when total >= batch;
  end loop;
  return total;
end $$;
grant execute on function app.prune_usage_slots(int, timestamptz) to imperium_system;
create index usage_part_slots_age on app.usage_part_slots (org_id, slot);
