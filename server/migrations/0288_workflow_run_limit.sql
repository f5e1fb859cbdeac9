-- Runs of workflows in a month, in the catalogue and in force for each organization.
alter table app.plan_versions add column workflow_runs_limit bigint;
update app.plan_versions set workflow_runs_limit = case plan_type when 'FREE' then 100000 when 'CONQUEROR' then 1000000
  when 'EMPEROR' then 10000000 else 200000000 end;
alter table app.plan_versions alter column workflow_runs_limit set not null;
alter table auth.organizations add column workflow_runs_limit bigint not null default 100000;
update auth.organizations o set workflow_runs_limit = p.workflow_runs_limit
  from app.plan_versions p where p.plan_type = o.plan_type and p.version = o.plan_version;
grant update (workflow_runs_limit) on auth.organizations to imperium_system;
