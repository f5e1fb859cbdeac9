-- One stream, many views: the device of an act, the account's own acts in the organizations it belongs to, how long things are
-- shown, and an audit log that can grow old without losing its proof.

-- With the row's device the digest covers one more value; rows from before have none and keep the digest they were written with.
alter table app.audit_log add column user_agent text;
create or replace function app.audit_digest(r app.audit_log) returns bytea language sql immutable as $$
  select sha256(r.prev_hash || convert_to((
    jsonb_build_array(r.org_id, r.seq, extract(epoch from r.at), r.actor_kind, r.actor_id, r.actor_name, r.action, r.target_kind,
      r.target_id, r.target_name, r.outcome, r.ip_address, r.request_id, r.before, r.after)
    || case when r.user_agent is null then '[]'::jsonb else jsonb_build_array(r.user_agent) end)::text, 'UTF8'))
$$;
-- A person's own acts, and what others did with their account.
create index audit_log_actor on app.audit_log (org_id, actor_id, seq desc);
create index audit_log_person on app.audit_log (org_id, target_id, seq desc) where target_kind = 'user';

-- How far the platform's chain has been shown to the organizations of the people it speaks of (ADR 14).
create table app.audit_mirror (
  only_row boolean primary key default true check (only_row),
  seq bigint not null
);
insert into app.audit_mirror (seq) select coalesce(max(seq), 0) from app.audit_heads where org_id = '00000000-0000-0000-0000-000000000000';
alter table app.audit_mirror enable row level security;
alter table app.audit_mirror force row level security;
create policy sweep on app.audit_mirror to imperium_system using (true) with check (true);
grant select, update on app.audit_mirror to imperium_system;

-- Copies up to `batch` rows of the platform's chain into the chains of the organizations whose members they are about: acts of the
-- account itself (`account_acts`: names of actions, or of modules), while the person was a member, and of their details nothing but
-- the way of signing in. A row that names an organization is told to that one only. Returns how many rows were looked at.
create function app.mirror_account_acts(batch int, account_acts text[]) returns int language plpgsql as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  last_seq bigint; end_seq bigint; looked_at int;
begin
  select seq into last_seq from app.audit_mirror for update;
  select max(seq), count(*) into end_seq, looked_at
    from (select seq from app.audit_log where org_id = platform and seq > last_seq order by seq limit batch) next_rows;
  if looked_at = 0 then return 0; end if;
  insert into app.audit_log (org_id, seq, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, outcome, ip_address,
    user_agent, request_id, after, prev_hash, hash)
  select m.org_id, 0, l.at, l.actor_kind, l.actor_id, l.actor_name, l.action, l.target_kind,
         case when l.target_kind = 'user' then l.target_id end, l.outcome, l.ip_address, l.user_agent, l.request_id,
         case when l.after ? 'method' then jsonb_build_object('method', l.after -> 'method') end, ''::bytea, ''::bytea
  from (
    select *, case when actor_kind = 'user' then actor_id when target_kind = 'user' then target_id end as person from app.audit_log
    where org_id = platform and seq > last_seq and seq <= end_seq and array[split_part(action, '.', 1), action] && account_acts
  ) l
  join auth.memberships m on m.user_id = case when l.person ~ uuid_form then l.person::uuid end
    and m.status = 'ACTIVE' and m.joined_at <= l.at
  where coalesce(l.after ->> 'orgId', l.after ->> 'organizationId', m.org_id::text) = m.org_id::text
  -- One order of the heads' locks.
  order by m.org_id, l.seq;
  update app.audit_mirror set seq = end_seq;
  return looked_at;
end $$;
revoke all on function app.mirror_account_acts(int, text[]) from public;
grant execute on function app.mirror_account_acts(int, text[]) to imperium_system;

-- How long members see activity, and runs are kept. Without a row it is 90 days.
create table app.retention_policies (
  org_id uuid primary key,
  days int not null check (days in (30, 60, 90, 180, 365)),
  updated_at timestamptz not null default now()
);
call app.protect_tenant('app.retention_policies', 'select, insert, update', 'select, delete');

-- What has run out is taken away by the sweep.
grant delete on app.runs, app.run_steps, app.run_events to imperium_system;

-- Where a chain begins once its oldest months were dropped. `sealed` holds sequence and hash under the operator's key: who can
-- write this table, but has not the key, cannot move the beginning of a chain.
create table app.audit_anchors (
  org_id uuid primary key,
  seq bigint not null,
  hash bytea not null,
  sealed text not null,
  at timestamptz not null default now()
);
alter table app.audit_anchors enable row level security;
alter table app.audit_anchors force row level security;
create policy sweep on app.audit_anchors to imperium_system using (true) with check (true);
create policy definer on app.audit_anchors to current_user using (true);
grant select, insert, update on app.audit_anchors to imperium_system;

-- For the function below where the owner is no superuser, and so is held by the forced security too.
create policy definer on app.audit_log to current_user using (true);

-- The end of a month's partition, whatever its parent: `runs_2026_11`, `audit_log_2026_11`.
create function app.partition_end(part text) returns timestamptz language sql stable as $$
  select (to_date(right(part, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
$$;

-- Months of `parent` that ended before `moment`, oldest first.
create function app.months_before(parent text, moment timestamptz) returns table (part text, ends_at timestamptz)
  language sql stable set search_path = pg_catalog, app as $$
  select c.relname::text, app.partition_end(c.relname::text) from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = to_regclass('app.' || quote_ident(parent)) and c.relname ~ ('^' || parent || '_\d{4}_\d\d$')
    and app.partition_end(c.relname::text) <= moment order by 2
$$;
grant execute on function app.partition_end(text), app.months_before(text, timestamptz) to imperium_system;

-- Drops one month of the audit log. It must have ended a year ago, and every chain must have an anchor at or after its last row
-- there: the chain goes on from the anchor. Rows that stand before the anchor but were dated later (a clock, a long transaction)
-- go with it, and only if they too are a year old.
create function app.drop_audit_month(part text) returns void language plpgsql security definer set search_path = pg_catalog, app
  set lock_timeout = '3s' as $$
declare ends_at timestamptz;
begin
  select m.ends_at into ends_at from app.months_before('audit_log', now() - interval '1 year') m where m.part = drop_audit_month.part;
  if ends_at is null then raise exception 'not a month of the audit log that ended a year ago: %', part; end if;
  if exists (
    select 1 from app.audit_heads h left join app.audit_anchors a on a.org_id = h.org_id
    where exists (select 1 from app.audit_log l where l.org_id = h.org_id and l.at < ends_at and l.seq > coalesce(a.seq, 0))
  ) then raise exception 'a chain has rows in % and no anchor for them', part; end if;
  if exists (
    select 1 from app.audit_anchors a join app.audit_log l on l.org_id = a.org_id and l.seq <= a.seq where l.at > now() - interval '1 year'
  ) then raise exception 'rows before an anchor are younger than a year'; end if;
  delete from app.audit_log l using app.audit_anchors a where l.org_id = a.org_id and l.seq <= a.seq and l.at >= ends_at;
  delete from app.audit_log_rest l where l.at < ends_at;
  execute format('alter table app.audit_log detach partition app.%I', part);
  execute format('drop table app.%I', part);
end $$;
revoke all on function app.drop_audit_month(text) from public;
grant execute on function app.drop_audit_month(text) to imperium_system;

-- Drops the months of runs that ended before `moment` (a year ago or longer), with their steps and events; a month with a run that
-- is not finished waits. Returns how many months went.
create function app.drop_run_months(moment timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, app
  set lock_timeout = '3s' as $$
declare month record; parent text; suffix text; unfinished boolean; gone int := 0;
begin
  if moment > now() - interval '1 year' then raise exception 'runs may be kept for a year'; end if;
  for month in select m.part from app.months_before('runs', moment) m loop
    suffix := right(month.part, 7);
    execute format('select exists (select 1 from app.%I where status in (''queued'', ''running''))', month.part) into unfinished;
    continue when unfinished;
    foreach parent in array array['run_events', 'run_steps', 'runs'] loop
      continue when to_regclass(format('app.%I', parent || '_' || suffix)) is null;
      execute format('alter table app.%I detach partition app.%I', parent, parent || '_' || suffix);
      execute format('drop table app.%I', parent || '_' || suffix);
    end loop;
    gone := gone + 1;
  end loop;
  return gone;
end $$;
revoke all on function app.drop_run_months(timestamptz) from public;
grant execute on function app.drop_run_months(timestamptz) to imperium_system;

-- Which settings a person opened, how often and when last: Recently Visited is theirs, Popular Settings counts everybody's.
create table app.settings_visits (
  org_id uuid not null,
  user_id uuid not null,
  page text not null,
  visits int not null default 1,
  visited_at timestamptz not null default now(),
  primary key (org_id, user_id, page)
);
call app.protect_tenant('app.settings_visits', 'select, insert, update, delete', 'select, delete');
