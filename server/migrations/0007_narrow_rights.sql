-- A trigger function that runs with the owner's rights may hang on no table but ours: whoever may execute it and make a temporary
-- table could write the heads of other organizations' audit chains through a trigger of their own.
revoke all on function app.audit_chain() from public;
-- Whoever owns the database; elsewhere this warns and changes nothing.
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
-- Sums across tenants: for the sweep alone.
revoke all on function app.fold_usage(int) from public;
revoke all on procedure app.protect_tenant(regclass, text, text) from public;
