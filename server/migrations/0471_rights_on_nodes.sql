-- Rows that belong to a node of the hierarchy are visible to people with an assignment on that node or above it. Rows without a node are
-- visible as before. The settings of a transaction say for whom it reads; without `app.viewer` (jobs, owners, admins) it sees all.

create function app.viewer() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.viewer', true), '')::uuid $$;

-- Set for an operation that the viewer may do only where an assignment on a node gives the permission.
create function app.viewer_scope() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.viewer_scope', true), '') $$;

-- The roles that have the permission of `app.viewer_scope`, separated by commas.
create function app.viewer_scope_roles() returns text[] language sql stable parallel safe
  as $$ select string_to_array(current_setting('app.viewer_scope_roles', true), ',') $$;

create function app.is_current(starts_at timestamptz, ends_at timestamptz) returns boolean language sql stable parallel safe
  as $$ select coalesce(starts_at <= now(), true) and coalesce(ends_at > now(), true) $$;

-- Runs as the owner of the tables, which forced security holds too: the role that reads for agents sees no assignments by itself.
create function app.visible_nodes() returns setof uuid language sql stable security definer set search_path = app, pg_catalog as $$
  select distinct p.descendant_id
  from app.assignments a
  join app.org_node_paths p on p.org_id = a.org_id and p.ancestor_id = a.node_id
  left join app.permission_sets s on s.org_id = a.org_id and s.id = a.permission_set_id
  where a.org_id = app.current_org() and a.user_id = app.viewer() and app.is_current(a.starts_at, a.ends_at)
    and (app.viewer_scope() is null or a.role = any (app.viewer_scope_roles()) or app.viewer_scope() = any (s.permissions))
$$;

do $$
declare target regclass;
begin
  foreach target in array array['app.assignments', 'app.org_node_paths', 'app.permission_sets']::regclass[] loop
    execute format('create policy definer on %s for select to %I using (org_id = app.current_org())', target, current_user);
  end loop;
end $$;

revoke all on function app.viewer(), app.viewer_scope(), app.viewer_scope_roles(), app.is_current(timestamptz, timestamptz), app.visible_nodes() from public;
grant execute on function app.viewer(), app.viewer_scope(), app.viewer_scope_roles(), app.is_current(timestamptz, timestamptz), app.visible_nodes()
  to imperium_app, imperium_query;
grant execute on function app.is_current(timestamptz, timestamptz) to imperium_auth;

-- Lets rows of a tenant table belong to a node. The three tests of the policy go from the cheapest to the dearest: the first and the last are
-- computed once for a statement, and the last only when a row with a node is met.
create procedure app.hold_in_nodes(target regclass) language plpgsql as $$
begin
  execute format('alter table %s add column node_id uuid', target);
  execute format('alter table %s add foreign key (org_id, node_id) references app.org_nodes (org_id, id)', target);
  execute format('create index on %s (org_id, node_id) where node_id is not null', target);
  execute format('create policy nodes on %s as restrictive to imperium_app, imperium_query using (
    (select app.viewer() is null)
    or (node_id is null and (select app.viewer_scope() is null))
    or node_id in (select app.visible_nodes()))', target);
end $$;
revoke all on procedure app.hold_in_nodes(regclass) from public;

call app.hold_in_nodes('app.contacts');
call app.hold_in_nodes('app.agents');
call app.hold_in_nodes('app.campaigns');
call app.hold_in_nodes('app.workflows');
