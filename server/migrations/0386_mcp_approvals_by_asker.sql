-- An approval belongs to the connection or the key that asked: another one of the same member asks anew. Those of today are asked again.
delete from app.mcp_approvals;
alter table app.mcp_approvals add column asked_by uuid not null;
drop index app.mcp_approvals_open;
create unique index mcp_approvals_open on app.mcp_approvals (org_id, asked_by, operation, input_hash)
  where status in ('pending', 'approved', 'rejected');
