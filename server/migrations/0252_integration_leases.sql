-- Triggers that are polled and connections that are tested are leased rows (ADR 23).
drop index app.integration_subscriptions_due;
call app.lease_rows('app.integration_subscriptions', 'integration_subscriptions');

-- A connection is due when its daily test is, and before its access token ends.
drop index app.integration_connections_test;
drop index app.integration_connections_expiry;
call app.lease_rows('app.integration_connections', 'integration_connections');
update app.integration_connections
  set due_at = least(test_due_at, case when status = 'connected' then expires_at - interval '10 minutes' end);
