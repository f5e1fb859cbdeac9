-- How many messages an organization may send in a calendar month (UTC), as its plan says; the operator may raise it for one of them.
alter table auth.organizations add column messages_limit bigint;
update auth.organizations set messages_limit = case plan_type
  when 'OVERLORD' then 500000000 when 'EMPEROR' then 25000000 when 'CONQUEROR' then 2500000 else 250000 end;
alter table auth.organizations alter column messages_limit set not null;
grant update (messages_limit) on auth.organizations to imperium_system;

-- What was sent in a month, on all channels: read before each send, so not summed up from quarters of an hour.
alter table app.usage_months add column messages bigint not null default 0;
insert into app.usage_months (org_id, month, agent_id, config_id, model_calls, cost_micros, api_calls, messages)
  select org_id, date_trunc('month', slot at time zone 'UTC')::date, agent_id, config_id, 0, 0, 0, sum(mails + messages)
  from app.usage_slots where mails <> 0 or messages <> 0 group by 1, 2, 3, 4
  on conflict (org_id, month, agent_id, config_id) do update set messages = excluded.messages;
do $$
declare definition text := pg_get_functiondef('app.fold_usage(int)'::regprocedure);
declare changed text;
begin
  changed := replace(definition, 'sum(model_calls), sum(cost_micros), sum(api_calls)
    from taken', 'sum(model_calls), sum(cost_micros), sum(api_calls), sum(mails + messages)
    from taken');
  changed := replace(changed, 'api_calls = usage_months.api_calls + excluded.api_calls',
    'api_calls = usage_months.api_calls + excluded.api_calls, messages = usage_months.messages + excluded.messages');
  if strpos(changed, 'sum(mails + messages)') = 0 or strpos(changed, 'messages = usage_months.messages') = 0 then
    raise exception 'app.fold_usage is not as this migration expects it';
  end if;
  execute changed;
end $$;
