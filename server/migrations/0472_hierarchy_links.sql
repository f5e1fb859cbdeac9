-- A subsidiary that is an organization of its own, linked to a node of its holding. The owner of the holding offers the link by a code, and the
-- owner of the subsidiary accepts it: both have consented. The holding reads totals, and no row of the subsidiary.
create table app.hierarchy_links (
  org_id uuid not null,
  id uuid not null,
  node_id uuid not null,
  -- SHA-256 of the code; null once it was used.
  code_hash bytea unique,
  expires_at timestamptz not null,
  subsidiary_org_id uuid references auth.organizations on delete cascade,
  linked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, node_id) references app.org_nodes (org_id, id) on delete cascade,
  check ((subsidiary_org_id is null) = (linked_at is null)),
  check ((subsidiary_org_id is null) = (code_hash is not null)),
  check (subsidiary_org_id <> org_id)
);
create index hierarchy_links_node on app.hierarchy_links (org_id, node_id);
-- An organization has one holding.
create unique index hierarchy_links_subsidiary on app.hierarchy_links (subsidiary_org_id) where subsidiary_org_id is not null;
-- The subsidiary finds its link across tenants, by its own id or the code alone.
call app.protect_tenant('app.hierarchy_links', 'select, insert, update, delete', 'select, update, delete');
