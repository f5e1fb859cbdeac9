-- What campaigns and conversations leave behind ends with time. Of a recipient who goes, the figures stay; so does what segments know of a person.

-- How long recipients, what came back of them, and conversations are kept. Null: for ever. Without a row it is two years.
alter table app.retention_policies
  add column history_days int default 730 constraint retention_history check (history_days in (90, 365, 730));

alter table app.campaign_sends
  -- Since when not all of its recipients are listed any more.
  add column recipients_erased_at timestamptz,
  -- Nobody is.
  add column recipients_gone boolean not null default false;
create index campaign_sends_history on app.campaign_sends (org_id, finished_at) where not recipients_gone and finished_at is not null;

-- What reports tell of recipients who are gone, by the quarter of an hour: any time zone's hours and days are made of those.
create table app.campaign_past_marks (
  org_id uuid not null,
  send_id uuid not null,
  variant smallint not null,
  at timestamptz not null,
  sent int not null default 0,
  delivered int not null default 0,
  opened int not null default 0,
  clicked int not null default 0,
  responded int not null default 0,
  bounced int not null default 0,
  complained int not null default 0,
  unsubscribed int not null default 0,
  primary key (org_id, send_id, variant, at),
  foreign key (org_id, send_id) references app.campaign_sends on delete cascade
);
call app.protect_tenant('app.campaign_past_marks', 'select, insert, update', 'select, delete');
-- What became of them in the end; of reasons only words of ours.
create table app.campaign_past_ends (
  org_id uuid not null,
  send_id uuid not null,
  variant smallint not null,
  status text not null,
  reason text not null,
  people int not null,
  primary key (org_id, send_id, variant, status, reason),
  foreign key (org_id, send_id) references app.campaign_sends on delete cascade
);
call app.protect_tenant('app.campaign_past_ends', 'select, insert, update', 'select, delete');
create table app.campaign_past_links (
  org_id uuid not null,
  send_id uuid not null,
  link int not null,
  clicks int not null,
  people int not null,
  primary key (org_id, send_id, link),
  foreign key (org_id, send_id) references app.campaign_sends on delete cascade
);
call app.protect_tenant('app.campaign_past_links', 'select, insert, update', 'select, delete');

-- Of recipients who are gone the newest time of each thing, under the contact's name of then: `contact_activity` says the same before and
-- after, also where it is counted anew.
create table app.contact_past (
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
  primary key (org_id, contact_id)
) with (fillfactor = 70);
call app.protect_tenant('app.contact_past', 'select, insert, update, delete', 'select, delete');

create function app.keep_past() returns trigger language plpgsql
  set search_path = pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into app.contact_past as p
  select g.org_id, g.contact_id, max(g.sent_at), max(g.delivered_at), max(g.opened_at), max(g.clicked_at), max(g.responded_at),
    max(g.bounced_at), max(g.unsubscribed_at), max(g.complained_at), max(g.sent_at) filter (where g.opened_at is not null),
    max(g.sent_at) filter (where g.clicked_at is not null), max(g.sent_at) filter (where g.responded_at is not null)
  from gone g
  left join app.contact_merges m on m.org_id = g.org_id and m.merged_id = g.contact_id
  -- Of people who were erased nothing is kept.
  join app.contacts c on c.org_id = g.org_id and c.id = case when m.contact_id is null then g.contact_id else m.contact_id end
  where greatest(g.sent_at, g.delivered_at, g.opened_at, g.clicked_at, g.responded_at, g.bounced_at, g.unsubscribed_at, g.complained_at) is not null
  group by g.org_id, g.contact_id order by g.org_id, g.contact_id
  on conflict (org_id, contact_id) do update set
    sent_at = greatest(p.sent_at, excluded.sent_at), delivered_at = greatest(p.delivered_at, excluded.delivered_at),
    opened_at = greatest(p.opened_at, excluded.opened_at), clicked_at = greatest(p.clicked_at, excluded.clicked_at),
    responded_at = greatest(p.responded_at, excluded.responded_at), bounced_at = greatest(p.bounced_at, excluded.bounced_at),
    unsubscribed_at = greatest(p.unsubscribed_at, excluded.unsubscribed_at),
    complained_at = greatest(p.complained_at, excluded.complained_at), opened_of = greatest(p.opened_of, excluded.opened_of),
    clicked_of = greatest(p.clicked_of, excluded.clicked_of), responded_of = greatest(p.responded_of, excluded.responded_of);
  return null;
end $$;
create trigger keep_past after delete on app.campaign_recipients
  referencing old table as gone for each statement execute function app.keep_past();

-- As it was, and besides the recipients that are there those that were.
create or replace function app.recount_activity(org uuid, touched uuid[]) returns void language plpgsql
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
      sent_at = greatest(r.sent_at, p.sent_at), delivered_at = greatest(r.delivered_at, p.delivered_at),
      opened_at = greatest(r.opened_at, p.opened_at), clicked_at = greatest(r.clicked_at, p.clicked_at),
      responded_at = greatest(r.responded_at, p.responded_at), bounced_at = greatest(r.bounced_at, p.bounced_at),
      unsubscribed_at = greatest(r.unsubscribed_at, p.unsubscribed_at), complained_at = greatest(r.complained_at, p.complained_at),
      opened_of = greatest(r.opened_of, p.opened_of), clicked_of = greatest(r.clicked_of, p.clicked_of),
      responded_of = greatest(r.responded_of, p.responded_of), events = e.events
    from (
      select max(sent_at) as sent_at, max(delivered_at) as delivered_at, max(opened_at) as opened_at, max(clicked_at) as clicked_at,
        max(responded_at) as responded_at, max(bounced_at) as bounced_at, max(unsubscribed_at) as unsubscribed_at,
        max(complained_at) as complained_at, max(sent_at) filter (where opened_at is not null) as opened_of,
        max(sent_at) filter (where clicked_at is not null) as clicked_of, max(sent_at) filter (where responded_at is not null) as responded_of
      from app.campaign_recipients where org_id = org and contact_id = any(names)
    ) r cross join (
      select max(sent_at) as sent_at, max(delivered_at) as delivered_at, max(opened_at) as opened_at, max(clicked_at) as clicked_at,
        max(responded_at) as responded_at, max(bounced_at) as bounced_at, max(unsubscribed_at) as unsubscribed_at,
        max(complained_at) as complained_at, max(opened_of) as opened_of, max(clicked_of) as clicked_of, max(responded_of) as responded_of
      from app.contact_past where org_id = org and contact_id = any(names)
    ) p cross join (
      select coalesce(jsonb_object_agg(t.type, jsonb_build_array(t.n, app.milliseconds(t.last))), '{}') as events from (
        select type, count(*) as n, max(at) as last from app.contact_events
        where org_id = org and contact_id = contact and not app.is_own_event(type) group by type
      ) t
    ) e
    where a.org_id = org and a.contact_id = contact;
  end loop;
end $$;

-- Drops months of recipients and of what came back, begun before `moment` (90 days ago or longer), that nobody is left in: erased rows
-- leave room in their month only, which would never be used again. Returns how many went.
create function app.drop_empty_campaign_months(moment timestamptz) returns int language plpgsql security definer
  set search_path = pg_catalog, app set lock_timeout = '3s' as $$
declare month record; parent text; is_empty boolean; gone int := 0;
begin
  if moment > now() - interval '90 days' then raise exception 'recipients are kept for 90 days'; end if;
  foreach parent in array array['campaign_events', 'campaign_recipients'] loop
    for month in select m.part from app.months_before(parent, moment) m loop
      execute format('select not exists (select 1 from app.%I)', month.part) into is_empty;
      continue when not is_empty;
      -- Whoever writes there meanwhile is waited for, and seen.
      execute format('alter table app.%I detach partition app.%I', parent, month.part);
      execute format('select not exists (select 1 from app.%I)', month.part) into is_empty;
      if not is_empty then raise exception 'somebody wrote to % meanwhile', month.part; end if;
      execute format('drop table app.%I', month.part);
      gone := gone + 1;
    end loop;
  end loop;
  return gone;
end $$;
revoke all on function app.drop_empty_campaign_months(timestamptz) from public;
grant execute on function app.drop_empty_campaign_months(timestamptz) to imperium_system;

-- What came in and was settled is erased after a month. Reports were never marked as settled until now.
grant delete on app.inbound_items to imperium_app;
update app.inbound_items set handled_at = at where handled_at is null and (kind <> 'message' or channel = 'webhook') and at < now() - interval '1 hour';
-- Whether a conversation has taken over a file that came in.
create index message_attachments_file on app.message_attachments (org_id, file_id);
create index inbound_items_settled on app.inbound_items (org_id, handled_at) where handled_at is not null;
