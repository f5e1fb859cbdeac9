-- The replay that runs, and where its next piece begins: a piece that a crash repeats finds the cursor moved and does nothing.
alter table app.webhook_queues
  add column replay_id uuid,
  add column replay_from uuid,
  add column replay_moved_at timestamptz;

-- Bodies of earlier attempts are cut.
grant update (response_body) on app.webhook_attempts to imperium_app;
