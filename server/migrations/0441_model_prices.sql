-- What an organization pays its provider, for models that the price list does not know or knows otherwise: micro-dollars for a million tokens, or
-- for a picture.
alter table app.ai_model_configs
  add column input_micros_per_million bigint check (input_micros_per_million >= 0),
  add column output_micros_per_million bigint check (output_micros_per_million >= 0),
  add column image_micros bigint check (image_micros >= 0);
