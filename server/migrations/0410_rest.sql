-- An organization that is suspended or waits for its deletion rests: what is due waits. When it is taken up again, the change itself notes
-- the moment, whoever makes it, and what waits is made due (modules/organizations/wake-organizations.ts).
alter table auth.organizations add column woken_at timestamptz;
create index organizations_woken on auth.organizations (woken_at) where woken_at is not null;
grant update (woken_at) on auth.organizations to imperium_system;

create function auth.note_wake() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.woken_at := clock_timestamp();
  return new;
end $$;
create trigger organizations_wake before update of status, deletes_at on auth.organizations for each row
  when ((old.status = 'SUSPENDED' or old.deletes_at is not null) and new.status <> 'SUSPENDED' and new.deletes_at is null)
  execute function auth.note_wake();

-- Jobs of organizations at rest, out of the queue: there they would be dropped after some weeks, and be in the way of others.
create table app.rested_jobs (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  data jsonb not null,
  priority int not null,
  -- Attempts that it has left.
  retry_limit int not null,
  queued_at timestamptz not null,
  primary key (org_id, id)
);
call app.protect_tenant('app.rested_jobs', 'select', 'select, insert, update, delete');
