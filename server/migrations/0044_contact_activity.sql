-- What happened with each person, summed up in one row: of what campaigns did the newest time of each thing, and of what was opened,
-- clicked or answered the newest time it was sent; of an organization's own events how often and when last. A segment of half a million
-- people reads one row a person, however many campaigns and events there were (ADR 19). The database keeps it with the rows it is made
-- of, so that no code can forget it. A merged person's messages count for the one that stays.
create table app.contact_activity (
  org_id uuid not null,
  contact_id uuid not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  responded_at timestamptz,
  bounced_at timestamptz,
  unsubscribed_at timestamptz,
  complained_at timestamptz,
  opened_of timestamptz,
  clicked_of timestamptz,
  responded_of timestamptz,
  -- {"purchase": [how often, when last in milliseconds]}
  events jsonb not null default '{}',
  primary key (org_id, contact_id)
) with (fillfactor = 60);
call app.protect_tenant('app.contact_activity', 'select, insert, update, delete', 'select, delete');
-- Read once a statement and not once a row, as for the others that counts look at.
do $$
declare counted text;
begin
  foreach counted in array array['contact_activity', 'contact_merges', 'suppressions', 'contact_import_members'] loop
    execute format(
      'alter policy tenant on app.%I using (org_id = (select app.current_org())) with check (org_id = (select app.current_org()))', counted);
  end loop;
end $$;

-- The product's own events are many (each import writes one a row) and told by other columns.
create function app.is_own_event(type text) returns boolean language sql immutable parallel safe
  return type ~ '^(contact|consent|campaign|message|segment)\.';

create function app.milliseconds(at timestamptz) returns bigint language sql immutable parallel safe
  return floor(extract(epoch from at) * 1000)::bigint;

insert into app.contact_activity
select r.org_id, c.id, max(sent_at), max(delivered_at), max(opened_at), max(clicked_at), max(responded_at), max(bounced_at),
  max(unsubscribed_at), max(complained_at), max(sent_at) filter (where opened_at is not null),
  max(sent_at) filter (where clicked_at is not null), max(sent_at) filter (where responded_at is not null)
from app.campaign_recipients r
left join app.contact_merges m on m.org_id = r.org_id and m.merged_id = r.contact_id
join app.contacts c on c.org_id = r.org_id and c.id = coalesce(m.contact_id, r.contact_id)
where greatest(r.sent_at, r.delivered_at, r.opened_at, r.clicked_at, r.responded_at, r.bounced_at, r.unsubscribed_at, r.complained_at) is not null
group by r.org_id, c.id;

insert into app.contact_activity (org_id, contact_id, events)
select t.org_id, t.contact_id, jsonb_object_agg(t.type, jsonb_build_array(t.n, app.milliseconds(t.last)))
from (
  select org_id, contact_id, type, count(*) as n, max(at) as last from app.contact_events where not app.is_own_event(type) group by 1, 2, 3
) t join app.contacts c on c.org_id = t.org_id and c.id = t.contact_id
group by t.org_id, t.contact_id
on conflict (org_id, contact_id) do update set events = excluded.events;

-- From what is there, anew: where something turned out not to have happened, or people became one. Behind the lock of the rows, so that
-- what others write meanwhile is seen or waits; in the order of the contacts, so that nobody waits in a circle.
create function app.recount_activity(org uuid, touched uuid[]) returns void language plpgsql
  set search_path = pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  wanted uuid[] := array(
    select distinct coalesce(m.contact_id, t.id) from unnest(touched) as t(id)
    left join app.contact_merges m on m.org_id = org and m.merged_id = t.id
  );
  contact uuid;
  names uuid[];
begin
  wanted := array(select c.id from app.contacts c where c.org_id = org and c.id = any(wanted) order by c.id);
  foreach contact in array wanted loop
    insert into app.contact_activity (org_id, contact_id) values (org, contact) on conflict do nothing;
    perform from app.contact_activity a where a.org_id = org and a.contact_id = contact for update;
    names := array(select contact union all select m.merged_id from app.contact_merges m where m.org_id = org and m.contact_id = contact);
    update app.contact_activity a set
      sent_at = r.sent_at, delivered_at = r.delivered_at, opened_at = r.opened_at, clicked_at = r.clicked_at, responded_at = r.responded_at,
      bounced_at = r.bounced_at, unsubscribed_at = r.unsubscribed_at, complained_at = r.complained_at, opened_of = r.opened_of,
      clicked_of = r.clicked_of, responded_of = r.responded_of, events = e.events
    from (
      select max(sent_at) as sent_at, max(delivered_at) as delivered_at, max(opened_at) as opened_at, max(clicked_at) as clicked_at,
        max(responded_at) as responded_at, max(bounced_at) as bounced_at, max(unsubscribed_at) as unsubscribed_at,
        max(complained_at) as complained_at, max(sent_at) filter (where opened_at is not null) as opened_of,
        max(sent_at) filter (where clicked_at is not null) as clicked_of, max(sent_at) filter (where responded_at is not null) as responded_of
      from app.campaign_recipients where org_id = org and contact_id = any(names)
    ) r cross join (
      select coalesce(jsonb_object_agg(t.type, jsonb_build_array(t.n, app.milliseconds(t.last))), '{}') as events from (
        select type, count(*) as n, max(at) as last from app.contact_events
        where org_id = org and contact_id = contact and not app.is_own_event(type) group by type
      ) t
    ) e
    where a.org_id = org and a.contact_id = contact;
  end loop;
end $$;

-- Its plan is made once a session, by the size of the first window: people are looked up one by one, whatever that was.
create function app.sum_up_messages() returns trigger language plpgsql
  set search_path = pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  org uuid;
  touched uuid[];
begin
  insert into app.contact_activity as a
  select n.org_id, c.id, max(n.sent_at), max(n.delivered_at), max(n.opened_at), max(n.clicked_at), max(n.responded_at),
    max(n.bounced_at), max(n.unsubscribed_at), max(n.complained_at), max(n.sent_at) filter (where n.opened_at is not null),
    max(n.sent_at) filter (where n.clicked_at is not null), max(n.sent_at) filter (where n.responded_at is not null)
  from changed n
  left join app.contact_merges m on m.org_id = n.org_id and m.merged_id = n.contact_id
  -- Not coalesce(): to row-level security it may leak, so that no index would be asked by it.
  join app.contacts c on c.org_id = n.org_id and c.id = case when m.contact_id is null then n.contact_id else m.contact_id end
  where greatest(n.sent_at, n.delivered_at, n.opened_at, n.clicked_at, n.responded_at, n.bounced_at, n.unsubscribed_at, n.complained_at) is not null
  group by n.org_id, c.id order by n.org_id, c.id
  on conflict (org_id, contact_id) do update set
    sent_at = greatest(a.sent_at, excluded.sent_at), delivered_at = greatest(a.delivered_at, excluded.delivered_at),
    opened_at = greatest(a.opened_at, excluded.opened_at), clicked_at = greatest(a.clicked_at, excluded.clicked_at),
    responded_at = greatest(a.responded_at, excluded.responded_at), bounced_at = greatest(a.bounced_at, excluded.bounced_at),
    unsubscribed_at = greatest(a.unsubscribed_at, excluded.unsubscribed_at),
    complained_at = greatest(a.complained_at, excluded.complained_at), opened_of = greatest(a.opened_of, excluded.opened_of),
    clicked_of = greatest(a.clicked_of, excluded.clicked_of), responded_of = greatest(a.responded_of, excluded.responded_of);

  -- What turned out not to have happened, or not then: a machine's opening, a message that goes out again.
  for org, touched in
    select org_id, array_agg(distinct contact_id) from (
      select org_id, contact_id from (select true as is_former, former.* from former union all select false, changed.* from changed) r
      group by org_id, send_id, contact_id
      having max(sent_at) filter (where is_former) > coalesce(max(sent_at) filter (where not is_former), '-infinity')
        or max(delivered_at) filter (where is_former) > coalesce(max(delivered_at) filter (where not is_former), '-infinity')
        or max(opened_at) filter (where is_former) > coalesce(max(opened_at) filter (where not is_former), '-infinity')
        or max(clicked_at) filter (where is_former) > coalesce(max(clicked_at) filter (where not is_former), '-infinity')
        or max(responded_at) filter (where is_former) > coalesce(max(responded_at) filter (where not is_former), '-infinity')
        or max(bounced_at) filter (where is_former) > coalesce(max(bounced_at) filter (where not is_former), '-infinity')
        or max(unsubscribed_at) filter (where is_former) > coalesce(max(unsubscribed_at) filter (where not is_former), '-infinity')
        or max(complained_at) filter (where is_former) > coalesce(max(complained_at) filter (where not is_former), '-infinity')
    ) s group by org_id
  loop
    perform app.recount_activity(org, touched);
  end loop;
  return null;
end $$;
create trigger sum_up_messages after update on app.campaign_recipients
  referencing old table as former new table as changed for each statement execute function app.sum_up_messages();

create function app.sum_up_events() returns trigger language plpgsql
  set search_path = pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into app.contact_activity as a (org_id, contact_id, events)
  select t.org_id, t.contact_id, jsonb_object_agg(t.type, jsonb_build_array(t.n, app.milliseconds(t.last)))
  from (
    select org_id, contact_id, type, count(*) as n, max(at) as last from changed where not app.is_own_event(type) group by 1, 2, 3
  ) t join app.contacts c on c.org_id = t.org_id and c.id = t.contact_id
  group by t.org_id, t.contact_id order by t.org_id, t.contact_id
  on conflict (org_id, contact_id) do update set events = a.events || (
    select jsonb_object_agg(e.key, jsonb_build_array(
      (e.value ->> 0)::bigint + coalesce((a.events -> e.key ->> 0)::bigint, 0), greatest((e.value ->> 1)::bigint, (a.events -> e.key ->> 1)::bigint)))
    from jsonb_each(excluded.events) e
  );
  return null;
end $$;
create trigger sum_up_events after insert on app.contact_events
  referencing new table as changed for each statement execute function app.sum_up_events();

create function app.recount_events() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  org uuid;
  touched uuid[];
begin
  for org, touched in
    select org_id, array_agg(distinct contact_id) from changed where not app.is_own_event(type) group by org_id
  loop
    perform app.recount_activity(org, touched);
  end loop;
  return null;
end $$;
create trigger recount_former_events after update on app.contact_events
  referencing old table as changed for each statement execute function app.recount_events();
create trigger recount_events after update on app.contact_events
  referencing new table as changed for each statement execute function app.recount_events();
create trigger recount_deleted_events after delete on app.contact_events
  referencing old table as changed for each statement execute function app.recount_events();

create function app.recount_merged() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  org uuid;
  touched uuid[];
begin
  for org, touched in select org_id, array_agg(distinct contact_id) from changed group by org_id loop
    perform app.recount_activity(org, touched);
  end loop;
  return null;
end $$;
create trigger recount_merged after insert on app.contact_merges
  referencing new table as changed for each statement execute function app.recount_merged();
create trigger recount_merged_again after update on app.contact_merges
  referencing new table as changed for each statement execute function app.recount_merged();

create function app.forget_activity() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  delete from app.contact_activity a using changed c where a.org_id = c.org_id and a.contact_id = c.id;
  return null;
end $$;
create trigger forget_activity after delete on app.contacts
  referencing old table as changed for each statement execute function app.forget_activity();
