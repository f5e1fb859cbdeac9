-- The engine that sends campaigns: messages in the meter, and rest for an account whose provider asks for it.

alter table app.usage_pending add column messages int not null default 0;
alter table app.usage_slots add column messages int not null default 0;

create or replace view app.usage with (security_invoker = true) as
  select org_id, slot, agent_id, config_id, model, runs, completed, failed, cancelled, latency_ms, model_calls, tool_calls,
         input_tokens, output_tokens, cost_micros, api_calls, mails, storage_bytes, messages from app.usage_slots
  union all
  select org_id, date_bin('15 minutes', at, 'epoch'), agent_id, config_id, model, runs, completed, failed, cancelled, latency_ms,
         model_calls, tool_calls, input_tokens, output_tokens, cost_micros, api_calls, mails, storage_bytes, messages from app.usage_pending;

do $$
declare definition text := pg_get_functiondef('app.fold_usage(int)'::regprocedure);
begin
  definition := replace(definition, 'sum(mails), sum(storage_bytes)', 'sum(mails), sum(storage_bytes), sum(messages)');
  definition := replace(definition, 'storage_bytes = usage_slots.storage_bytes + excluded.storage_bytes',
    'storage_bytes = usage_slots.storage_bytes + excluded.storage_bytes, messages = usage_slots.messages + excluded.messages');
  execute definition;
end $$;

-- A provider asked us to slow down: nothing goes out by this bucket for a while. Where it took nothing since the last rest (`progress` false), and that
-- was less than two minutes ago, the rest is twice as long as the last, up to five minutes; `tokens` counts those.
create function app.rest_bucket(bucket text, ms int, progress boolean) returns int language plpgsql security definer set search_path = pg_catalog, app as $$
declare moment timestamptz := clock_timestamp(); free_at timestamptz;
begin
  insert into app.send_buckets as b values ('rest:' || bucket, 1, moment + ms * interval '1 millisecond')
    on conflict (key) do update set
      tokens = case when b.refilled_at > moment then b.tokens when not progress and b.refilled_at > moment - interval '2 minutes' then least(b.tokens + 1, 12) else 1 end,
      refilled_at = case when b.refilled_at between moment and moment + interval '5 minutes' then greatest(b.refilled_at, excluded.refilled_at)
        else moment + least(300000, ms * power(2, case when not progress and b.refilled_at > moment - interval '2 minutes' then least(b.tokens, 11) else 0 end)) * interval '1 millisecond' end
    returning refilled_at into free_at;
  return greatest(0, ceil(1000 * extract(epoch from free_at - moment)))::int;
end $$;
-- Milliseconds until it may go on; a clock that jumped holds nobody longer than five minutes.
create function app.rest_left(bucket text) returns int language sql stable security definer set search_path = pg_catalog, app as $$
  select coalesce((select case when b.refilled_at > clock_timestamp() + interval '5 minutes' then 0
    else greatest(0, ceil(1000 * extract(epoch from b.refilled_at - clock_timestamp())))::int end
    from app.send_buckets b where b.key = 'rest:' || bucket), 0)
$$;
revoke all on function app.rest_bucket(text, int, boolean), app.rest_left(text) from public;
grant execute on function app.rest_bucket(text, int, boolean), app.rest_left(text) to imperium_app;
