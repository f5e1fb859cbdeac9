-- The same rule, which names the tenant itself as every policy does.
drop policy only_playground on app.api_keys;
create policy only_playground on app.api_keys as restrictive for delete to imperium_app
  using (kind = 'playground' and org_id = app.current_org());
