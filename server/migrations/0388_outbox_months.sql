-- Events name people: their months go a month after their end. Handlers have their own copy in the queue, so nothing reads them later.
-- Returns how many months went.
create function app.drop_outbox_months(moment timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, app
  set lock_timeout = '3s' as $$
declare month record; gone int := 0;
begin
  if moment > now() - interval '30 days' then raise exception 'events are kept for 30 days'; end if;
  for month in select m.part from app.months_before('outbox', moment) m loop
    execute format('alter table app.outbox detach partition app.%I', month.part);
    execute format('drop table app.%I', month.part);
    gone := gone + 1;
  end loop;
  delete from app.outbox_rest l where l.at < moment;
  return gone;
end $$;
revoke all on function app.drop_outbox_months(timestamptz) from public;
grant execute on function app.drop_outbox_months(timestamptz) to imperium_system;
