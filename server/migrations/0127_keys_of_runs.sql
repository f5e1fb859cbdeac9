-- Keys that resumed or decided a run of somebody else: what its agents read from then on is bounded by these, too.
alter table app.workflow_runs add column bound_by_keys uuid[] not null default '{}';
alter table app.runs add column bound_by_keys uuid[] not null default '{}';
