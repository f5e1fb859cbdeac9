-- Key and values of the English text in the column named alike, so that it is worded in the reader's language. Null: it is its own key.
alter table app.runs add column error_key jsonb;
alter table app.run_steps add column error_key jsonb;
alter table app.campaigns add column pause_reason_key jsonb;
alter table app.campaign_dry_runs add column message_key jsonb;
alter table app.campaign_drafts add column detail_key jsonb;
alter table app.messages add column detail_key jsonb;
alter table app.contact_imports add column message_key jsonb;
alter table app.channel_accounts add column last_error_key jsonb;
