-- The tick that removes large values whose time is over looks for them every ten minutes; without this it reads every value that is kept.
create index workflow_payloads_expiry on app.workflow_payloads (expires_at);
