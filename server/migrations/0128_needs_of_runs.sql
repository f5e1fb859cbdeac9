-- What may be read of a run depends on what its agent read: the permissions that a reader needs. Of a step written before this, the run's.
alter table app.runs add column needs text[] not null default '{}';
alter table app.run_steps add column needs text[];

with recursive read as (
  select s.org_id, s.run_id, t.permission
  from app.run_steps s join (values ('contacts', 'contacts:read'), ('segments', 'segments:read'), ('campaigns', 'campaigns:read'),
    ('messages', 'messages:read'), ('workflows', 'workflows:read'), ('workflow_runs', 'workflows:read'), ('agents', 'agents:read'),
    ('activity', 'audit:read')) as t(name, permission) on t.name = s.input -> 'arguments' ->> 'table'
  where s.kind = 'tool_call' and s.name = 'database_query' and s.status = 'completed'
  union
  select r.org_id, r.id, read.permission from read join app.runs r on r.org_id = read.org_id and r.after_run_id = read.run_id
)
update app.runs r set needs = n.needs
from (select org_id, run_id, array_agg(permission order by permission) as needs from read group by org_id, run_id) n
where r.org_id = n.org_id and r.id = n.run_id;
