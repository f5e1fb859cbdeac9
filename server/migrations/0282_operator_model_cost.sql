-- What models cost the operator, by keys of the operator: prepaid credits pay for this part only.
alter table app.usage_pending add column operator_cost_micros bigint not null default 0;
alter table app.usage_months add column operator_cost_micros bigint not null default 0;
do $$
declare definition text := pg_get_functiondef('app.fold_usage(int)'::regprocedure);
declare changed text;
begin
  changed := replace(definition, 'sum(runs), sum(input_tokens + output_tokens)
    from taken', 'sum(runs), sum(input_tokens + output_tokens), sum(operator_cost_micros)
    from taken');
  changed := replace(changed, 'tokens = usage_months.tokens + excluded.tokens',
    'tokens = usage_months.tokens + excluded.tokens,
      operator_cost_micros = usage_months.operator_cost_micros + excluded.operator_cost_micros');
  if strpos(changed, 'sum(operator_cost_micros)') = 0 or strpos(changed, 'usage_months.operator_cost_micros') = 0 then
    raise exception 'app.fold_usage is not as this migration expects it';
  end if;
  execute changed;
end $$;
-- What was looked at before counted all keys: from now on the sum begins at nothing.
update app.credit_charges set cost_micros = 0;
