-- When an assistant was connected, for the check of its access tokens. Row security of the caller holds.
create function app.assistant_connected_at(organization uuid, connection uuid) returns timestamptz
  language sql stable set search_path = pg_catalog, app
  as $$ select c.created_at from app.mcp_connections c where c.org_id = organization and c.id = connection $$;
revoke all on function app.assistant_connected_at(uuid, uuid) from public;
grant execute on function app.assistant_connected_at(uuid, uuid) to imperium_auth;
