-- Whether an organization has prepaid credits left: asked before a model with a key of the operator is called.
create function app.has_ai_credits() returns boolean language sql stable set search_path = pg_catalog, app as $$
  select exists (select from app.credit_lots where org_id = app.current_org() and unspent > 0 and expires_at > now())
$$;
grant execute on function app.has_ai_credits() to imperium_app;
