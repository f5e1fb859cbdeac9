-- Sampling settings and the fallback of a model configuration. Null: not sent, so the provider's own default holds.
alter table app.ai_model_configs
  add column top_p double precision,
  add column frequency_penalty double precision,
  add column fallback_config_id uuid,
  add foreign key (org_id, fallback_config_id) references app.ai_model_configs (org_id, id) on delete set null (fallback_config_id);
create index ai_model_configs_fallback on app.ai_model_configs (org_id, fallback_config_id) where fallback_config_id is not null;
-- The switch had no effect until now, and was off by default: agents keep the tools that they had.
update app.ai_providers set supports_function_calling = true where adapter <> 'sandbox';
-- Null: the agent uses the temperature of its model's configuration.
alter table app.agents alter column temperature drop not null;
alter table app.agent_versions alter column temperature drop not null;
