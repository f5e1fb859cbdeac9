-- What a segment, an account or a credential is used by is asked of the versions that runs go on with too: one look by version, however many runs there are.
create index workflow_live_version on app.workflow_live (org_id, workflow_id, version);
drop index app.workflow_live_workflow;
