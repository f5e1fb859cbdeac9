-- An organization's hierarchy, and the rights that are granted in it.

-- `parent_id` is the only truth; the root has none.
create table app.org_nodes (
  org_id uuid not null,
  id uuid not null,
  parent_id uuid check (parent_id <> id),
  name text not null,
  slug text not null,
  type text not null check (type in ('holding', 'subsidiary', 'division', 'department', 'team')),
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  -- Only the erasure of an organization deletes a node with children: a batch of it may hold parents alone.
  foreign key (org_id, parent_id) references app.org_nodes (org_id, id) on delete cascade
);
create unique index org_nodes_root on app.org_nodes (org_id) where parent_id is null;
create unique index org_nodes_slug on app.org_nodes (org_id, slug);
create index org_nodes_parent on app.org_nodes (org_id, parent_id);
call app.protect_tenant('app.org_nodes', 'select, insert, update, delete', 'select');

-- The closure of `parent_id`: each node with itself (distance 0) and with every node above it. The triggers below write it.
create table app.org_node_paths (
  org_id uuid not null,
  descendant_id uuid not null,
  ancestor_id uuid not null,
  distance int not null,
  primary key (org_id, descendant_id, ancestor_id),
  foreign key (org_id, descendant_id) references app.org_nodes (org_id, id) on delete cascade,
  foreign key (org_id, ancestor_id) references app.org_nodes (org_id, id) on delete cascade
);
create index org_node_paths_below on app.org_node_paths (org_id, ancestor_id, descendant_id);
call app.protect_tenant('app.org_node_paths', 'select, insert, update, delete');

create function app.org_node_added() returns trigger language plpgsql set search_path = app, pg_catalog as $$
begin
  insert into app.org_node_paths (org_id, descendant_id, ancestor_id, distance)
  select new.org_id, new.id, above.ancestor_id, above.distance + 1
  from app.org_node_paths above where above.org_id = new.org_id and above.descendant_id = new.parent_id
  union all select new.org_id, new.id, new.id, 0;
  return null;
end $$;

create function app.org_node_moved() returns trigger language plpgsql set search_path = app, pg_catalog as $$
begin
  if exists (select from app.org_node_paths p where p.org_id = new.org_id and p.descendant_id = new.parent_id and p.ancestor_id = new.id) then
    raise exception 'A node cannot stand below itself.' using errcode = 'check_violation', constraint = 'org_nodes_no_circle';
  end if;
  -- What the subtree loses: its paths to nodes outside of it.
  delete from app.org_node_paths p
  using app.org_node_paths below
  where below.org_id = new.org_id and below.ancestor_id = new.id
    and p.org_id = new.org_id and p.descendant_id = below.descendant_id and p.distance > below.distance;
  insert into app.org_node_paths (org_id, descendant_id, ancestor_id, distance)
  select new.org_id, below.descendant_id, above.ancestor_id, below.distance + above.distance + 1
  from app.org_node_paths below
  join app.org_node_paths above on above.org_id = below.org_id and above.descendant_id = new.parent_id
  where below.org_id = new.org_id and below.ancestor_id = new.id;
  return null;
end $$;
create trigger added after insert on app.org_nodes for each row execute function app.org_node_added();
create trigger moved after update of parent_id on app.org_nodes for each row
  when (old.parent_id is distinct from new.parent_id) execute function app.org_node_moved();

-- A named set of permissions that can be granted.
create table app.permission_sets (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  permissions text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index permission_sets_name on app.permission_sets (org_id, lower(name));
call app.protect_tenant('app.permission_sets', 'select, insert, update, delete');

-- The one table of rights beside the role of a membership: a role or a permission set, for the organization or for a node and all below it.
-- An assignment only adds.
create table app.assignments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Null: the whole organization.
  node_id uuid,
  role text check (role in ('ADMIN', 'MEMBER', 'VIEWER')),
  permission_set_id uuid,
  -- Set: acts for this person between the two times.
  deputy_for uuid references auth.users on delete set null,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  created_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (num_nonnulls(role, permission_set_id) = 1),
  foreign key (org_id, user_id) references auth.memberships (org_id, user_id) on delete cascade,
  foreign key (org_id, node_id) references app.org_nodes (org_id, id) on delete cascade,
  foreign key (org_id, permission_set_id) references app.permission_sets (org_id, id)
);
create unique index assignments_once on app.assignments (org_id, user_id, coalesce(node_id, org_id), coalesce(role, ''), coalesce(permission_set_id, org_id), coalesce(deputy_for, org_id));
create index assignments_node on app.assignments (org_id, node_id) where node_id is not null;
create index assignments_set on app.assignments (org_id, permission_set_id) where permission_set_id is not null;
create index assignments_deputy_for on app.assignments (deputy_for) where deputy_for is not null;
create index assignments_created_by on app.assignments (created_by) where created_by is not null;
call app.protect_tenant('app.assignments', 'select, insert, delete');

-- What a member may do is read with their session, before there is a tenant.
create policy signing_in on app.assignments for select to imperium_auth using (true);
create policy signing_in on app.permission_sets for select to imperium_auth using (true);
grant select on app.assignments, app.permission_sets to imperium_auth;
