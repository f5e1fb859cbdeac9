-- The lowest UUIDv7 of a moment: 48 bits of milliseconds (RFC 9562 section 5.7), then zeros.
create function app.uuid_floor(moment timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the monthly partitions of the long histories from this month to `ahead` months on; a default one catches the rest.
-- Grants and policies stand on the parents only: a partition cannot be reached by its own name.
create function app.ensure_partitions(ahead int) returns int language plpgsql security definer set search_path = pg_catalog, app as $$
declare
  parent text; month timestamptz; made int := 0; part text; from_bound text; to_bound text;
begin
  foreach parent in array array['audit_log', 'outbox', 'runs', 'run_steps', 'run_events'] loop
    if to_regclass(format('app.%I', parent || '_rest')) is null then
      execute format('create table app.%I partition of app.%I default', parent || '_rest', parent);
    end if;
    for i in 0..ahead loop
      month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i)) at time zone 'UTC';
      part := format('%s_%s', parent, to_char(month at time zone 'UTC', 'YYYY_MM'));
      continue when to_regclass(format('app.%I', part)) is not null;
      if parent = 'audit_log' then
        from_bound := month::text;
        to_bound := (month + interval '1 month')::text;
      else
        from_bound := app.uuid_floor(month)::text;
        to_bound := app.uuid_floor((month at time zone 'UTC' + interval '1 month') at time zone 'UTC')::text;
      end if;
      execute format('create table app.%I partition of app.%I for values from (%L) to (%L)', part, parent, from_bound, to_bound);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;
revoke all on function app.ensure_partitions(int) from public;
grant execute on function app.ensure_partitions(int) to imperium_system;
select app.ensure_partitions(3);
