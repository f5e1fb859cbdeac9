-- One row for the whole installation: which data folder's id led last, who leads the schedule, and whether effects are held.
create table app.installation_lead (
  only_row boolean primary key default true check (only_row),
  -- Null until the first start. The id lives outside of the database (installation.json or INSTALLATION_ID).
  installation_id text,
  -- Cluster and database that it led in: a dump that was read into another one differs.
  database_id text,
  -- Rises with every heartbeat of the leader. Data folders remember the highest that they saw, so an older copy is recognised.
  beats bigint not null default 0,
  led_at timestamptz,
  -- The lead of the schedule: a lease whose epoch rises with every new leader.
  epoch int not null default 0,
  lease_owner text,
  lease_until timestamptz,
  -- Held: nothing goes out until the operator resumes.
  held_since timestamptz,
  held_reason text,
  data_until timestamptz
);
insert into app.installation_lead default values;
-- No tenant's data, so no row-level security: the grants decide, and the function below reads it as the owner.
grant select, update on app.installation_lead to imperium_system;

-- The fence of scheduled work: fails in the transaction of a leader that was replaced meanwhile.
create function app.check_lead(held_epoch int) returns void language plpgsql security definer set search_path = pg_catalog, app as $$
begin
  if not exists (select from app.installation_lead where epoch = held_epoch) then
    raise exception 'another process leads the schedule' using errcode = '55000';
  end if;
end $$;
revoke all on function app.check_lead(int) from public;
grant execute on function app.check_lead(int) to imperium_app, imperium_auth, imperium_system;
