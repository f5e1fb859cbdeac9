-- The last failed call of a model configuration, and how many failed in its month (UTC): a fallback hides the failures of the model before it.
alter table app.ai_model_configs
  add column last_failure text check (length(last_failure) <= 1000),
  add column last_failure_at timestamptz,
  add column failed_calls int not null default 0 check (failed_calls >= 0);
