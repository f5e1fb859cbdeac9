-- Webhooks: endpoints of the customer that are told of events, their deliveries and every attempt.
create table app.webhooks (
  org_id uuid not null references auth.organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  url text not null,
  events text[] not null,
  -- contract/src/webhooks.ts, WebhookCondition.
  filter jsonb not null default '[]',
  -- Field of the event's data; deliveries with one value of it go one after another.
  ordering_key text,
  rate_per_second int,
  header_names text[] not null default '{}',
  -- Sealed: the values of the headers, the secret that signs, and until `former_until` the one before it.
  headers text,
  secret text not null,
  secret_hint text not null,
  former_secret text,
  former_until timestamptz,
  is_enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('member', 'gone', 'failing')),
  disabled_at timestamptz,
  created_by text not null,
  created_by_user uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its deliveries are deleted in pieces, and the row at last.
  deleted_at timestamptz,
  primary key (org_id, id)
);
create unique index webhooks_name on app.webhooks (org_id, lower(name)) where deleted_at is null;
call app.protect_tenant('app.webhooks', 'select, insert, update, delete', 'select, update');

-- One row a webhook: the lease under which its deliveries are sent, and its figures. Only the holder of the lease writes figures of
-- attempts. Apart from the webhook, which edits lock.
create table app.webhook_queues (
  org_id uuid not null,
  webhook_id uuid not null,
  successful bigint not null default 0,
  failed bigint not null default 0,
  last_triggered_at timestamptz,
  -- The first and the last failure since the last success, without tests.
  failing_since timestamptz,
  last_failed_at timestamptz,
  warned_at timestamptz,
  -- Failures of attempts one after the other, for the circuit breaker; until when it is open, or the receiver asked to be left alone.
  failures_in_row int not null default 0,
  paused_until timestamptz,
  primary key (org_id, webhook_id),
  foreign key (org_id, webhook_id) references app.webhooks on delete cascade
) with (fillfactor = 50);
call app.lease_rows('app.webhook_queues', 'webhook_queues');
create index webhook_queues_failing on app.webhook_queues (failing_since) where failing_since is not null;
call app.protect_tenant('app.webhook_queues', 'select, insert, update, delete', 'select, update');

-- An event for one webhook. The id is a UUIDv7: it names the partition, also of its attempts.
create table app.webhook_deliveries (
  org_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- What is signed and sent, on every attempt the same bytes.
  body text not null,
  status text not null check (status in ('pending', 'success', 'failed')),
  -- While it is pending: when its next attempt is due.
  due_at timestamptz,
  ordering_key text,
  is_test boolean not null default false,
  attempts int not null default 0,
  -- Since it was last begun: a member's retry begins the schedule anew.
  failures int not null default 0,
  status_code int,
  latency_ms int,
  error text,
  -- Whom the event is about, for erasure and export.
  contact_id uuid,
  user_id uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
) partition by range (id);
create index webhook_deliveries_recent on app.webhook_deliveries (org_id, webhook_id, id desc);
create index webhook_deliveries_due on app.webhook_deliveries (org_id, webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_tests on app.webhook_deliveries (org_id, webhook_id) where status = 'pending' and is_test;
create index webhook_deliveries_ordered on app.webhook_deliveries (org_id, webhook_id, ordering_key, id)
  where status = 'pending' and ordering_key is not null;
create index webhook_deliveries_contact on app.webhook_deliveries (org_id, contact_id) where contact_id is not null;
create index webhook_deliveries_user on app.webhook_deliveries (user_id) where user_id is not null;
call app.protect_tenant('app.webhook_deliveries', 'select, insert, update, delete', 'select, delete');

create table app.webhook_attempts (
  org_id uuid not null,
  delivery_id uuid not null,
  attempt int not null,
  at timestamptz not null,
  url text not null,
  status_code int,
  latency_ms int not null,
  error text,
  -- Values of the customer's own headers are not stored.
  request_headers jsonb not null,
  response_headers jsonb not null default '{}',
  response_body text not null default '',
  primary key (org_id, delivery_id, attempt)
) partition by range (delivery_id);
call app.protect_tenant('app.webhook_attempts', 'select, insert, delete', 'select, delete');

-- Drops whole months of deliveries from before `moment`; a month with one that is pending is kept by it.
create function app.drop_webhook_months(moment timestamptz) returns int language plpgsql security definer set search_path = pg_catalog, app
  set lock_timeout = '3s' as $f$
declare month record; parent text; suffix text; pinned boolean; gone int := 0;
begin
  if moment > now() - interval '1 year' then raise exception 'deliveries may be kept for a year'; end if;
  for month in select m.part from app.months_before('webhook_deliveries', moment) m loop
    suffix := right(month.part, 7);
    execute format('select exists (select 1 from app.%I where status = ''pending'')', month.part) into pinned;
    continue when pinned;
    foreach parent in array array['webhook_attempts', 'webhook_deliveries'] loop
      continue when to_regclass(format('app.%I', parent || '_' || suffix)) is null;
      execute format('alter table app.%I detach partition app.%I', parent, parent || '_' || suffix);
      execute format('drop table app.%I', parent || '_' || suffix);
    end loop;
    gone := gone + 1;
  end loop;
  return gone;
end $f$;
revoke all on function app.drop_webhook_months(timestamptz) from public;
grant execute on function app.drop_webhook_months(timestamptz) to imperium_system;

do $$
declare definition text := pg_get_functiondef('app.ensure_partitions(int)'::regprocedure);
begin
  execute replace(definition, $q$'run_events',$q$, $q$'run_events', 'webhook_deliveries', 'webhook_attempts',$q$);
end $$;
select app.ensure_partitions(3);
