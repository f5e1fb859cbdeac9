-- A queued run is due: no job announces it any more (ADR 23).
call app.lease_rows('app.runs', 'runs');
drop index app.runs_unfinished;
update app.runs set due_at = now() where status = 'queued' or (status = 'running' and lease_owner is null);
