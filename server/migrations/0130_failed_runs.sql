-- The list of all runs, for the statuses that are rare: without it a page of them reads most runs of the organization.
create index runs_not_completed on app.runs (org_id, status, id desc) where status in ('failed', 'cancelled');
