-- What a finished run takes: added to the meter when it ends, and taken off when the run is erased, so that the figure, and the
-- plan's limit on it, speak of what is there.
alter table app.runs add column stored_bytes bigint not null default 0;
update app.runs r set stored_bytes = octet_length(r.input::text) + coalesce(octet_length(r.output), 0) + coalesce((
    select sum(octet_length(s.input::text) + coalesce(octet_length(s.output::text), 0) + coalesce(octet_length(s.error), 0))
    from app.run_steps s where s.org_id = r.org_id and s.run_id = r.id
  ), 0)
  where r.status in ('completed', 'failed', 'cancelled');
-- Until now nothing was ever taken off: the sums of agents are made anew from what is left of their runs.
update app.usage_pending set storage_bytes = 0 where agent_id <> '00000000-0000-0000-0000-000000000000' and storage_bytes <> 0;
update app.usage_totals u set storage_bytes = coalesce((
    select sum(r.stored_bytes) from app.runs r where r.org_id = u.org_id and r.agent_id = u.agent_id
  ), 0)
  where u.agent_id <> '00000000-0000-0000-0000-000000000000';

-- Whether one of the names (ids, addresses and numbers, in lower case) stands in the words (in lower case, JSON as text) by itself: not
-- as the end of a longer address or number, which is somebody else's. Erasing goes by it, so what is in doubt counts as standing there.
create function app.is_named(words text, names text[]) returns boolean language sql immutable parallel safe set search_path = pg_catalog as $$
  select exists (
    select from unnest(names) as name
    where strpos(words, name) > 0
      and words ~ ('(^|[^a-z0-9_%+.-]|\\[ntr])[._%+-]*' || regexp_replace(name, '([].\\^$*+?(){}|[-])', '\\\1', 'g') || '(?!-*[a-z0-9])')
  )
$$;
