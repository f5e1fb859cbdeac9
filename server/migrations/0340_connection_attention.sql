-- Since when a connection fails: it is tested again sooner at first, then ever later. Members are told of it once a day at most.
alter table app.integration_connections
  add column failing_since timestamptz,
  add column failure_noticed_at timestamptz,
  -- False where the provider gave no refresh token: a person has to sign in again, and is told so once for each end.
  add column is_renewable boolean not null default true,
  add column reconnect_noticed_for timestamptz;
update app.integration_connections set failing_since = now() where status = 'failing';
